package io.github.camelsms.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.engine.Requests.InFlight;
import io.github.camelsms.engine.pacing.Pacer;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ResponseHandlerTest {

    private static final long SECOND = MemoryEngineFixture.SECOND;
    private static final long DEPARTED = 3 * SECOND;
    private static final long NOW = 5 * SECOND;
    private static final Instant SENT_AT = Instant.parse("2026-03-01T02:59:59.999Z");

    private final List<String> events = new ArrayList<>();
    private final Pacer pacer = new Pacer(SECOND, Pacing.strict);
    private final CircuitBreaker circuitBreaker = new CircuitBreaker();
    private final ResponseHandler handler
            = new ResponseHandler(pacer, circuitBreaker, new BatchLimit(), EngineListeners.of(new Recorder()));
    private final InFlight request = new InFlight(List.of(entry("a"), entry("b")), null, DEPARTED, SENT_AT, Long.MAX_VALUE);

    ResponseHandlerTest() {
        pacer.departed(DEPARTED);
    }

    @Test
    void handle_anyResponse_reportsMessagesAndRoundTripTime() {
        handler.handle(request, accepted(), NOW);
        assertThat(events).containsExactly("processed 2 after " + (NOW - DEPARTED));
    }

    @Test
    void handle_accepted_returnsResultsAndPacesFromTheResponse() {
        SendResponse.Processed response = accepted();
        assertThat(handler.handle(request, response, NOW))
                .isEqualTo(response.results().stream().map(ResponseHandlerTest::sent).toList());
        assertThat(pacer.notBefore()).isEqualTo(NOW + SECOND);
    }

    @Test
    void handle_acceptedAfterFailures_reportsTheRecovery() {
        circuitBreaker.connectionFailed("refused", 0);
        handler.handle(request, accepted(), NOW);
        assertThat(events).contains("recovered");
        assertThat(circuitBreaker.trouble()).isNull();
    }

    @Test
    void handle_throttledAfterFailures_reportsTheRecovery() {
        circuitBreaker.connectionFailed("refused", 0);
        handler.handle(request, new SendResponse.Throttled(null, "too many"), NOW);
        assertThat(events).contains("recovered");
    }

    @Test
    void handle_notUnderstoodAfterFailedConnection_isTheTroubleNow() {
        circuitBreaker.connectionFailed("refused", 0);
        handler.handle(request, new SendResponse.NotUnderstood(400, "bad request"), NOW);
        assertThat(circuitBreaker.trouble()).isEqualTo("bad request");
        assertThat(circuitBreaker.failedConnections()).isZero();
        assertThat(events).doesNotContain("recovered");
    }

    @Test
    void handle_throttledWithRetryAfter_backsOffThatLongAndReportsIt() {
        List<@Nullable SmsSendResult> results
                = handler.handle(request, new SendResponse.Throttled(Duration.ofSeconds(7), "too many"), NOW);
        assertThat(results).containsExactly(null, null);
        assertThat(request.entries).allMatch(entry -> "too many".equals(entry.lastTrouble));
        assertThat(pacer.notBefore()).isEqualTo(NOW + 7 * SECOND);
        assertThat(events).contains("throttled: too many for " + 7 * SECOND);
    }

    @Test
    void handle_throttledLongerThanTheClockRange_backsOff() {
        List<@Nullable SmsSendResult> results
                = handler.handle(request, new SendResponse.Throttled(Duration.ofSeconds(Long.MAX_VALUE), "too many"), NOW);
        assertThat(results).containsExactly(null, null);
        assertThat(pacer.notBefore()).isGreaterThan(NOW + Duration.ofDays(3_000).toNanos());
    }

    @Test
    void handle_throttledSingleMessage_retriesItAndBacksOff() {
        SmsSendResult taken = SmsSendResult.accepted(5, "1", "a");
        List<@Nullable SmsSendResult> results = handler.handle(
                request, new SendResponse.Processed(List.of(taken, SmsSendResult.notSent(429, "too many", "b"))), NOW);
        assertThat(results).containsExactly(sent(taken), null);
        assertThat(request.entries.get(1).lastTrouble).isEqualTo("too many");
        assertThat(events).contains("throttled: the service throttled single messages (429) for " + SECOND);
    }

    @Test
    void handle_throttledSingleMessageWithRetryAfter_backsOffThatLong() {
        handler.handle(
                request,
                new SendResponse.Processed(
                        List.of(SmsSendResult.accepted(5, "1", "a"), SmsSendResult.notSent(429, "too many", "b")), true,
                        Duration.ofSeconds(30)),
                NOW);
        assertThat(pacer.notBefore()).isEqualTo(NOW + 30 * SECOND);
    }

    @Test
    void handle_adaptiveAndThrottledSingleMessage_keepsTheInterval() {
        Pacer adaptive = new Pacer(SECOND, Pacing.adaptive);
        adaptive.departed(DEPARTED);
        new ResponseHandler(adaptive, circuitBreaker, new BatchLimit(), EngineListeners.of()).handle(
                request,
                new SendResponse.Processed(
                        List.of(SmsSendResult.accepted(5, "1", "a"), SmsSendResult.notSent(429, "too many", "b"))),
                DEPARTED + SECOND / 10);
        assertThat(adaptive.notBefore()).isGreaterThanOrEqualTo(DEPARTED + SECOND);
    }

    @Test
    void handle_acceptedWithStatus429_backsOff() {
        SendResponse.Processed response = new SendResponse.Processed(accepted().results(), true, Duration.ofSeconds(7));
        assertThat(handler.handle(request, response, NOW)).doesNotContainNull();
        assertThat(pacer.notBefore()).isEqualTo(NOW + 7 * SECOND);
        assertThat(events)
                .contains(
                        "throttled: the service throttled the request (429), but may have accepted messages for " + 7 * SECOND);
    }

    @Test
    void handle_status429ThatIsUnknown_backsOffAndIsNotRetried() {
        List<@Nullable SmsSendResult> results
                = handler.handle(request, new SendResponse.Unknown(429, "contradiction"), NOW);
        assertThat(results).doesNotContainNull();
        assertThat(events).anyMatch(it -> it.startsWith("throttled: "));
        assertThat(events).contains("unknown [a, b]");
    }

    @Test
    void handle_missingResult_isUnknownAndReportedAlone() {
        List<@Nullable SmsSendResult> results
                = handler.handle(request, new SendResponse.Processed(List.of(SmsSendResult.accepted(5, "1", "a"))), NOW);
        assertThat(results.get(1)).isEqualTo(
                sent(SmsSendResult.unknown(null, "the response has no result for this message; it may have been sent", "b")));
        assertThat(events).contains("unknown [b]");
    }

    @Test
    void handle_unknownWithStatus_reportsItAndPacesFromTheResponse() {
        List<@Nullable SmsSendResult> results
                = handler.handle(request, new SendResponse.Unknown(500, "server error"), NOW);
        assertThat(results).containsExactly(
                sent(SmsSendResult.unknown(500, "server error", "a")), sent(SmsSendResult.unknown(500, "server error", "b")));
        assertThat(events).contains("unknown [a, b]");
        assertThat(pacer.notBefore()).isEqualTo(NOW + SECOND);
    }

    @Test
    void handle_noResponse_pacesFromNow() {
        handler.handle(request, new SendResponse.Unknown(null, "timeout"), NOW);
        assertThat(pacer.notBefore()).isEqualTo(NOW + SECOND);
    }

    @Test
    void handle_noResponse_recordsNoRoundTripTime() {
        Pacer adaptive = new Pacer(SECOND, Pacing.adaptive);
        adaptive.departed(0);
        new ResponseHandler(adaptive, circuitBreaker, new BatchLimit(), EngineListeners.of())
                .handle(new InFlight(List.of(entry("a")), null, 0, SENT_AT, Long.MAX_VALUE),
                        new SendResponse.Unknown(null, "timeout"),
                        NOW);
        adaptive.departed(NOW + 2 * SECOND);
        assertThat(adaptive.notBefore()).as("no round trip is known yet").isEqualTo(Pacer.NEVER);
    }

    @Test
    void handle_errorResponse_recordsTheRoundTripTime() {
        Pacer adaptive = new Pacer(SECOND, Pacing.adaptive);
        adaptive.departed(0);
        new ResponseHandler(adaptive, circuitBreaker, new BatchLimit(), EngineListeners.of())
                .handle(new InFlight(List.of(entry("a")), null, 0, SENT_AT, Long.MAX_VALUE),
                        new SendResponse.Unknown(500, "server error"), NOW);
        adaptive.departed(NOW + 2 * SECOND);
        assertThat(adaptive.notBefore()).isNotEqualTo(Pacer.NEVER);
    }

    @Test
    void handle_thirdLostRequest_reportsAnOpenCircuitBreaker() {
        for (int i = 0; i < CircuitBreaker.MAX_FAILED_IN_A_ROW; i++) {
            assertThat(events).noneMatch(event -> event.startsWith("circuitOpened"));
            handler.handle(request, new SendResponse.Unknown(null, "timeout"), NOW);
        }
        assertThat(events).contains("circuitOpened 3: timeout for " + 5 * SECOND);
    }

    @Test
    void handle_unauthorized_haltsAndReportsTheReason() {
        List<@Nullable SmsSendResult> results
                = handler.handle(request, new SendResponse.Unauthorized(401, "forbidden"), NOW);
        assertThat(results).containsExactly(
                sent(SmsSendResult.notSent(401, "forbidden", "a")), sent(SmsSendResult.notSent(401, "forbidden", "b")));
        assertThat(events).contains("halted 401: forbidden for " + CircuitBreaker.PROBE_INTERVAL);
        assertThat(circuitBreaker.refusal(NOW)).isEqualTo(
                new Refusal(401, "the account is halted, because the service rejected its credentials: forbidden"));
    }

    @Test
    void handle_notConnected_retriesAndLeavesTheSlotOpen() {
        List<@Nullable SmsSendResult> results
                = handler.handle(request, new SendResponse.NotConnected("refused"), NOW);
        assertThat(results).containsExactly(null, null);
        assertThat(pacer.notBefore()).isLessThanOrEqualTo(0);
        assertThat(events).contains("unreachable 1: refused for " + SECOND / 2);
    }

    @Test
    void neverSent_senderThrows_isNotSentAndLeavesTheSlotOpen() {
        String reason = "the request could not be made: IllegalStateException";
        List<@Nullable SmsSendResult> results = handler.neverSent(request, reason);
        assertThat(results).containsExactly(
                SmsSendResult.notSent(null, reason, "a"), SmsSendResult.notSent(null, reason, "b"));
        assertThat(pacer.notBefore()).isLessThanOrEqualTo(0);
        assertThat(events).isEmpty();
    }

    @Test
    void abandoned_requestInFlight_isUnknownAndReported() {
        assertThat(handler.abandoned(request)).hasSize(2).allSatisfy(
                result -> assertThat(result).isNotNull().extracting(SmsSendResult::sentAt).isEqualTo(SENT_AT)).allSatisfy(
                        result -> assertThat(result).isNotNull().extracting(SmsSendResult::reason).asString()
                                .contains("shut down"));
        assertThat(events).containsExactly("unknown [a, b]");
    }

    @Test
    void expired_neverInARequest_hasNoSendTime() {
        assertThat(entry("a").expired().sentAt()).isNull();
    }

    @Test
    void expired_afterARequest_hasItsDepartureAsSendTime() {
        handler.handle(request, new SendResponse.Throttled(null, "too many"), NOW);
        assertThat(request.entries.get(0).expired().sentAt()).isEqualTo(SENT_AT);
    }

    @Test
    void expired_afterARequestNeverSent_hasNoSendTime() {
        handler.handle(request, new SendResponse.NotConnected("refused"), NOW);
        assertThat(request.entries.get(0).expired().sentAt()).isNull();
    }

    @Test
    void handle_listenerThrows_reportsItAndContinues() {
        List<Throwable> errors = new ArrayList<>();
        ResponseHandler notified
                = new ResponseHandler(pacer, circuitBreaker, new BatchLimit(), EngineListeners.of(new EngineListener() {
                    @Override
                    public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
                        throw new IllegalStateException("broken listener");
                    }

                    @Override
                    public void internalError(Throwable error) {
                        errors.add(error);
                    }
                }));
        assertThat(notified.handle(request, accepted(), NOW)).hasSize(2);
        assertThat(errors).hasSize(1);
    }

    private static SendResponse.Processed accepted() {
        return new SendResponse.Processed(
                Stream.of("a", "b").map(id -> SmsSendResult.accepted(5, "id", id)).toList());
    }

    private static SmsSendResult sent(SmsSendResult result) {
        return result.withSentAt(SENT_AT);
    }

    private static QueuedMessage entry(String id) {
        return new QueuedMessage(
                MemoryEngineFixture.message(id), new Submission(null, MemoryEngineFixture.options(SECOND), new RecordingSink()),
                0,
                0);
    }

    private final class Recorder implements EngineListener {

        @Override
        public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
            events.add("processed " + messages + " after " + roundTripNanos);
        }

        @Override
        public void throttled(String reason, long backoffNanos) {
            events.add("throttled: " + reason + " for " + backoffNanos);
        }

        @Override
        public void unreachable(String reason, int attempts, long delayNanos) {
            events.add("unreachable " + attempts + ": " + reason + " for " + delayNanos);
        }

        @Override
        public void halted(int code, String reason, long probeDelayNanos) {
            events.add("halted " + code + ": " + reason + " for " + probeDelayNanos);
        }

        @Override
        public void circuitOpened(String reason, int requests, long delayNanos) {
            events.add("circuitOpened " + requests + ": " + reason + " for " + delayNanos);
        }

        @Override
        public void recovered() {
            events.add("recovered");
        }

        @Override
        public void unknown(List<SmsSendResult> results) {
            events.add("unknown " + results.stream().map(SmsSendResult::correlationId).toList());
        }

        @Override
        public void internalError(Throwable error) {
            events.add("failed " + error.getClass().getSimpleName());
        }
    }
}
