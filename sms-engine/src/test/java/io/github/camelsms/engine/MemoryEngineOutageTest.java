package io.github.camelsms.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a service without usable responses, and for suspended sending.
 */
public class MemoryEngineOutageTest {

    private final MemoryEngineFixture fixture = new MemoryEngineFixture(
            new EngineSettings(
                    MemoryEngineFixture.SECOND, Pacing.adaptive, 200, 10_000, 32, false, MemoryEngineFixture.RESPONSE_TIMEOUT));
    private final FakeService service = fixture.service;
    private final ManualClock clock = fixture.clock;

    @AfterEach
    void noInternalErrors() {
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void responded_5xxThreeTimes_opensTheCircuitBreakerAndProbesWithOneMessage() {
        fixture.submit(1_000);
        loseThree();
        int sent = service.requests.size();
        assertThat(fixture.engine.state().trouble()).contains("503");
        assertThat(fixture.events).containsExactly("circuitOpened 3");

        clock.advanceMillis(4_900);
        assertThat(service.requests).hasSize(sent);
        clock.advanceMillis(200);
        assertThat(service.requests).hasSize(sent + 1);
        assertThat(service.requests.get(sent).messages()).hasSize(1);
    }

    /** Otherwise health could be up after an exchange has failed. */
    @Test
    void completed_rejectedCredentials_areInTheState() {
        List<Boolean> halted = new ArrayList<>();
        fixture.engine.submit(MemoryEngineFixture.message("a"), MemoryEngineFixture.OPTIONS, new ResultSink() {
            @Override
            public void result(long index, SmsSendResult result) {
            }

            @Override
            public void completed(@Nullable ReadFailure unread) {
                halted.add(fixture.engine.state().credentialsRejected());
            }
        });
        service.response(new SendResponse.Unauthorized(401, "refused"));
        assertThat(halted).containsExactly(true);
    }

    @Test
    void responded_probeLost_doublesTheBackoff() {
        fixture.submit(1_000);
        loseThree();
        clock.advanceMillis(5_100);
        service.response(new SendResponse.Unknown(null, "no response"));
        int sent = service.requests.size();
        clock.advanceMillis(9_000);
        assertThat(service.requests).hasSize(sent);
        clock.advanceMillis(2_000);
        assertThat(service.requests).hasSize(sent + 1);
    }

    @Test
    void responded_probeSucceeds_sendsSmallerRequestsThanThoseThatFailed() {
        fixture.submit(1_000);
        loseThree();
        clock.advanceMillis(5_100);
        service.acceptAll();
        clock.advanceMillis(1_100);
        assertThat(service.lastSize()).isEqualTo(50);
        assertThat(fixture.engine.state().trouble()).isNull();
        assertThat(fixture.events).containsExactly("circuitOpened 3", "recovered");
    }

    /** A service that has responded and then hangs made the messages of 32 requests UNKNOWN. */
    @Test
    void send_serviceHangs_leavesThreeRequestsUnanswered() {
        fixture.warmUp();
        fixture.submit(9_000);
        clock.advanceMillis(30_000);
        assertThat(service.inFlight()).isEqualTo(3);
    }

    @Test
    void send_hangingServiceResponds_continuesSending() {
        fixture.warmUp();
        fixture.submit(9_000);
        clock.advanceMillis(20_000);
        int sent = service.requests.size();
        service.acceptAll();
        assertThat(service.requests).hasSize(sent + 1);
        clock.advanceMillis(20_000);
        // The service is slow, but responds.
        assertThat(service.requests).hasSizeGreaterThan(sent + 15);
    }

    @Test
    void responded_requestsOfAHangingServiceLost_sendsNoMoreThanThree() {
        fixture.warmUp();
        fixture.submit(9_000);
        clock.advanceMillis(30_000);
        int sent = service.requests.size();
        for (int i = 0; i < 3; i++) {
            service.response(new SendResponse.Unknown(null, "no response"));
            clock.advanceMillis(1_000);
        }
        assertThat(service.requests).hasSize(sent);
        assertThat(fixture.events).containsExactly("circuitOpened 3");
    }

    @Test
    void send_everyResponseTakesTwentySeconds_isNotSilent() {
        fixture.warmUp();
        fixture.submit(10_000);
        int sent = service.requests.size();
        for (int second = 0; second < 60; second++) {
            clock.advanceMillis(1_100);
            while (service.inFlight() > 0 && service.oldestDepartedAt() <= clock.nanos() - 20 * MemoryEngineFixture.SECOND) {
                service.acceptAll();
            }
        }
        // From the first slow response on, only the pacer delays requests: it does not know how late they arrive.
        assertThat(service.requests).hasSizeGreaterThan(sent + 24);
    }

    @Test
    void responded_fewerThanThreeLost_continuesSending() {
        fixture.submit(5_000);
        for (int i = 0; i < 10; i++) {
            service.response(i % 3 == 2 ? rejected() : new SendResponse.Unknown(500, "HTTP status 500"));
            clock.advanceMillis(1_200);
        }
        assertThat(fixture.engine.state().trouble()).isNull();
    }

    /** A probe of one message succeeds and proves nothing about full requests. */
    @ParameterizedTest
    @ValueSource(ints = { 413, 403 })
    void responded_onlyLargeRequestsRejected_sendsAllMessages(int status) {
        List<RecordingSink> sinks = fixture.submit(2_000);
        sendAll(60, status == 413
                ? new SendResponse.NotUnderstood(413, "request too large")
                : new SendResponse.Unauthorized(403, "access denied"));
        assertThat(sinks).allMatch(RecordingSink::isCompleted)
                .allMatch(sink -> sink.only().outcome() == SmsOutcome.ACCEPTED);
        assertThat(fixture.events).isNotEmpty().allMatch(event -> event.startsWith("rejectedForSize"));
    }

    @Test
    void responded_onlyLargeRequestsFail_losesFewMessages() {
        List<RecordingSink> sinks = fixture.submit(2_000);
        sendAll(60, new SendResponse.Unknown(500, "HTTP status 500"));
        assertThat(sinks).filteredOn(sink -> sink.only().outcome() == SmsOutcome.UNKNOWN).hasSizeLessThan(500);
    }

    @Test
    void responded_every403_haltsAfterOneProbe() {
        fixture.submit(1);
        service.acceptAll();
        fixture.submit(500);
        clock.advanceMillis(1_100);
        service.response(new SendResponse.Unauthorized(403, "access denied"));
        clock.advanceMillis(1_100);
        assertThat(service.lastSize()).isEqualTo(1);
        service.response(new SendResponse.Unauthorized(403, "access denied"));
        assertThat(fixture.events).containsExactly("rejectedForSize 200, next 1", "halted 403");
    }

    @Test
    void responded_oneMessageTooLarge_isNotSent() {
        RecordingSink sink = fixture.submit("a");
        service.response(new SendResponse.NotUnderstood(413, "request too large"));
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
    }

    @Test
    void responded_noMessageHasAResultThreeTimes_opensTheCircuitBreaker() {
        fixture.submit(1_000);
        for (int i = 0; i < 3; i++) {
            assertThat(fixture.events).isEmpty();
            service.response(new SendResponse.Processed(
                    List.of(
                            SmsSendResult.unknown(null, "the response has no correlation ids and 1 result for 200 messages",
                                    null))));
            clock.advanceMillis(1_200);
        }
        assertThat(fixture.engine.state().trouble()).contains("1 result for 200 messages");
        assertThat(fixture.events).containsExactly("circuitOpened 3");
        assertThat(service.requests).hasSize(3);
        clock.advanceMillis(4_000);
        assertThat(service.requests.get(3).messages()).hasSize(1);
    }

    @Test
    void responded_notUnderstoodThreeTimes_opensTheCircuitBreaker() {
        List<RecordingSink> sinks = fixture.submit(1_000);
        for (int i = 0; i < 3; i++) {
            service.response(new SendResponse.NotUnderstood(404, "check the path of the address"));
            clock.advanceMillis(1_200);
        }
        assertThat(fixture.engine.state().trouble()).isEqualTo("check the path of the address");
        assertThat(fixture.events).containsExactly("circuitOpened 3");
        assertThat(sinks).filteredOn(RecordingSink::isCompleted).hasSizeLessThanOrEqualTo(600);
        clock.advanceMillis(4_000);
        assertThat(service.requests.get(3).messages()).hasSize(1);
        service.acceptAll();
        assertThat(fixture.events).containsExactly("circuitOpened 3", "recovered");
    }

    @Test
    void responded_noMessageHasAResultWhileHalted_keepsTheHalt() {
        fixture.submit("a");
        service.response(new SendResponse.Unauthorized(401, "refused"));
        clock.advanceMillis(60_000);
        fixture.submit("b");
        service.response(new SendResponse.Processed(List.of()));
        assertThat(fixture.engine.state().credentialsRejected()).isTrue();
        clock.advanceMillis(59_000);
        fixture.submit("c");
        assertThat(service.requests).hasSize(2);
    }

    @Test
    void responded_notConnectedWhileHalted_keepsTheProbeInterval() {
        fixture.warmUp();
        fixture.submit(400);
        clock.advanceMillis(1_500);
        assertThat(service.inFlight()).isEqualTo(2);
        service.response(new SendResponse.Unauthorized(401, "refused"));
        service.response(new SendResponse.NotConnected("connection refused"));
        int sent = service.requests.size();
        clock.advanceMillis(50_000);
        assertThat(service.requests).hasSize(sent);
    }

    @ParameterizedTest
    @MethodSource("responsesBeforeTheCredentialsAreChecked")
    void responded_withoutCheckOfCredentialsWhileHalted_keepsTheHalt(SendResponse response) {
        fixture.warmUp();
        fixture.submit(400);
        clock.advanceMillis(1_500);
        service.response(new SendResponse.Unauthorized(401, "refused"));
        clock.advanceMillis(1_000);
        service.response(response);
        int sent = service.requests.size();
        fixture.submit(3);
        clock.advanceMillis(59_000);
        fixture.submit(3);
        assertThat(service.requests).hasSize(sent);
        assertThat(fixture.engine.state().credentialsRejected()).isTrue();
        assertThat(fixture.events).containsExactly("halted 401");
    }

    @ParameterizedTest
    @MethodSource("responsesBeforeTheCredentialsAreChecked")
    void responded_withoutCheckOfCredentialsToEachProbe_sendsOneProbePerMinute(SendResponse response) {
        fixture.submit("a");
        service.response(new SendResponse.Unauthorized(401, "refused"));
        int sent = service.requests.size();
        for (int second = 0; second < 300; second++) {
            fixture.submit("m" + second);
            clock.advanceMillis(1_000);
            if (service.inFlight() > 0) {
                service.response(response);
            }
        }
        assertThat(service.requests.size() - sent).isBetween(4, 5);
        assertThat(fixture.events).containsExactly("halted 401");
    }

    private static Stream<SendResponse> responsesBeforeTheCredentialsAreChecked() {
        return Stream.of(
                new SendResponse.Throttled(null, "too many requests"), new SendResponse.NotUnderstood(404, "not found"));
    }

    @Test
    void suspend_messagesWaiting_sendsNothingUntilResumed() {
        fixture.engine.suspend();
        List<RecordingSink> waiting = fixture.submit(3);
        clock.advanceMillis(60_000);
        assertThat(service.requests).isEmpty();
        assertThat(fixture.engine.state().suspended()).isTrue();

        fixture.engine.resume();
        service.acceptAll();
        assertThat(waiting).allMatch(RecordingSink::isCompleted);
        assertThat(fixture.engine.state().suspended()).isFalse();
    }

    @Test
    void suspend_longerThanTheDeliveryTimeout_returnsMessagesNotSent() {
        fixture.engine.suspend();
        RecordingSink waiting = fixture.submit("a");
        clock.advance(MemoryEngineFixture.TIMEOUT.plusSeconds(1));
        assertThat(waiting.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
    }

    @Test
    void drain_whileSuspended_returnsTheBacklogNotSent() {
        fixture.engine.suspend();
        RecordingSink waiting = fixture.submit("a");
        assertThat(fixture.engine.drain().toCompletableFuture()).isCompleted();
        assertThat(waiting.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(waiting.only().reason()).contains("suspended");
    }

    @Test
    void suspend_whileDraining_returnsRetriesNotSent() {
        RecordingSink waiting = fixture.submit("a");
        fixture.engine.drain();
        fixture.engine.suspend();
        service.response(new SendResponse.Throttled(null, "too many requests"));
        assertThat(waiting.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(fixture.engine.drain().toCompletableFuture()).isCompleted();
    }

    /** Sends for a while to a service that accepts requests with at most so many messages. */
    private void sendAll(int maxSize, SendResponse toLarger) {
        for (int second = 0; second < 250; second++) {
            if (service.inFlight() > 0 && service.oldestSize() > maxSize) {
                service.response(toLarger);
            } else if (service.inFlight() > 0) {
                service.acceptAll();
            }
            clock.advanceMillis(1_000);
        }
    }

    private static SendResponse rejected() {
        return new SendResponse.Processed(List.of(SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", null)));
    }

    private void loseThree() {
        for (int i = 0; i < 3; i++) {
            service.response(new SendResponse.Unknown(503, "the service refused the request (HTTP status 503)"));
            clock.advanceMillis(i < 2 ? 1_200 : 0);
        }
    }
}
