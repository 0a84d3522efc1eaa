package io.github.camelsms.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MemoryEngineTest {

    private final MemoryEngineFixture fixture = new MemoryEngineFixture();
    private final FakeService service = fixture.service;
    private final ManualClock clock = fixture.clock;

    @AfterEach
    void noInternalErrors() {
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void holdUntil_beforeTheFirstRequest_sendsAtThatTime() {
        fixture.engine.holdUntil(clock.nanos() + 5 * MemoryEngineFixture.SECOND);
        fixture.submit("a");

        clock.advanceMillis(4_999);
        assertThat(service.requests).isEmpty();
        clock.advanceMillis(1);
        assertThat(service.requests).hasSize(1);
    }

    @Test
    void holdUntil_earlierThanTheCurrentBackoff_changesNothing() {
        fixture.engine.holdUntil(clock.nanos() + 5 * MemoryEngineFixture.SECOND);
        fixture.engine.holdUntil(clock.nanos() + 1);

        assertThat(fixture.engine.state().slotOpensAt()).isEqualTo(5 * MemoryEngineFixture.SECOND);
    }

    @Test
    void submit_slotOpen_sendsImmediately() {
        RecordingSink sink = fixture.submit("a");
        assertThat(service.requests).hasSize(1);
        service.acceptAll();
        assertThat(sink.only())
                .isEqualTo(SmsSendResult.accepted(5, "id", "a").withSentAt(Instant.EPOCH).about("11987654321", null));
    }

    @Test
    void submit_slotClosed_hasTheDepartureOfItsRequestAsSendTime() {
        fixture.submit("first");
        service.acceptAll();
        RecordingSink second = fixture.submit("second");
        clock.advanceMillis(5_000);
        service.acceptAll();
        long departed = service.requests.get(1).departedAt();
        assertThat(departed).isPositive();
        assertThat(second.only().sentAt()).isEqualTo(Instant.EPOCH.plusNanos(departed));
    }

    @Test
    void submit_slotClosed_collectsMessagesUntilItOpens() {
        fixture.submit("first");
        clock.advanceMillis(20);
        service.acceptAll();
        fixture.submit(150);
        assertThat(service.requests).hasSize(1);
        clock.advanceMillis(1_100);
        assertThat(service.requests).hasSize(2);
        assertThat(service.requests.get(1).messages()).hasSize(150);
    }

    @Test
    void submit_backlog_fillsEachRequestInOrder() {
        fixture.submit(501);
        while (service.inFlight() > 0) {
            service.acceptAll();
            clock.advanceMillis(1_100);
        }
        assertThat(service.requests.stream().map(request -> request.messages().size())).containsExactly(1, 200, 200, 100);
        List<String> sent = new ArrayList<>();
        service.requests.forEach(request -> request.messages().forEach(message -> sent.add(message.correlationId())));
        assertThat(sent).hasSize(501).startsWith("m0", "m1", "m2").endsWith("m499", "m500");
    }

    @Test
    void submit_sameCorrelationIdTwice_neverSharesARequest() {
        fixture.submit("first");
        clock.advanceMillis(10);
        service.acceptAll();
        fixture.submit("twin");
        fixture.submit("twin");
        fixture.submit("other");
        clock.advanceMillis(1_100);
        assertThat(ids(service.requests.get(1))).containsExactly("twin", "other");
        service.acceptAll();
        clock.advanceMillis(2_000);
        assertThat(ids(service.requests.get(2))).containsExactly("twin");
    }

    @Test
    void responded_throttled_retriesTheSameMessagesAfterTheBackoff() {
        RecordingSink sink = fixture.submit("a");
        service.response(new SendResponse.Throttled(Duration.ofSeconds(3), "429"));
        clock.advanceMillis(2_990);
        assertThat(service.requests).hasSize(1);
        clock.advanceMillis(20);
        assertThat(ids(service.requests.get(1))).containsExactly("a");
        service.acceptAll();
        assertThat(sink.outcomes()).containsExactly(SmsOutcome.ACCEPTED);
    }

    @Test
    void responded_someMessagesThrottled_retriesOnlyThose() {
        fixture.submit("opens the pace");
        clock.advanceMillis(10);
        service.acceptAll();
        RecordingSink taken = fixture.submit("taken");
        RecordingSink again = fixture.submit("again");
        clock.advanceMillis(1_100);
        service.response(new SendResponse.Processed(
                List.of(SmsSendResult.accepted(5, "1", "taken"), SmsSendResult.notSent(429, "too many", "again"))));
        assertThat(taken.isCompleted()).isTrue();
        assertThat(again.isCompleted()).isFalse();
        clock.advanceMillis(2_500);
        assertThat(ids(service.requests.get(2))).containsExactly("again");
    }

    @Test
    void responded_unknown_isNeverResent() {
        RecordingSink sink = fixture.submit("a");
        service.response(new SendResponse.Unknown(500, "HTTP 500"));
        assertThat(sink.only())
                .isEqualTo(SmsSendResult.unknown(500, "HTTP 500", "a").withSentAt(Instant.EPOCH).about("11987654321", null));
        clock.advance(Duration.ofMinutes(10));
        assertThat(service.requests).hasSize(1);
    }

    @Test
    void responded_notConnected_retriesWithIncreasingBackoff() {
        RecordingSink sink = fixture.submit("a");
        service.response(new SendResponse.NotConnected("refused"));
        clock.advanceMillis(499);
        assertThat(service.requests).hasSize(1);
        clock.advanceMillis(1);
        assertThat(service.requests).hasSize(2);
        service.response(new SendResponse.NotConnected("refused"));
        clock.advanceMillis(999);
        assertThat(service.requests).hasSize(2);
        clock.advanceMillis(1);
        service.acceptAll();
        assertThat(sink.outcomes()).containsExactly(SmsOutcome.ACCEPTED);
        assertThat(fixture.events).containsExactly("unreachable 1", "unreachable 2", "recovered");
    }

    @Test
    void responded_notConnectedUntilDeliveryTimeout_isNotSentWithTheReason() {
        RecordingSink sink = fixture.submit("a");
        while (!sink.isCompleted()) {
            if (service.inFlight() > 0) {
                service.response(new SendResponse.NotConnected("connection to host refused"));
            } else {
                assertThat(clock.advanceToNext()).isTrue();
            }
        }
        assertThat(clock.nanos()).isEqualTo(MemoryEngineFixture.TIMEOUT.toNanos());
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(sink.only().reason()).contains("deliveryTimeout", "connection to host refused");
    }

    @Test
    void responded_unauthorized_haltsTheAccountAndProbesOnceAMinute() {
        RecordingSink first = fixture.submit("a");
        RecordingSink waiting = fixture.submit("b");
        service.response(new SendResponse.Unauthorized(401, "HTTP 401"));
        assertThat(first.only())
                .isEqualTo(SmsSendResult.notSent(401, "HTTP 401", "a").withSentAt(Instant.EPOCH).about("11987654321", null));
        assertThat(waiting.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(fixture.submit("c").only().code()).isEqualTo(401);
        assertThat(fixture.engine.state().credentialsRejected()).isTrue();
        clock.advance(Duration.ofSeconds(59));
        assertThat(fixture.submit("d").isCompleted()).isTrue();
        clock.advance(Duration.ofSeconds(1));
        RecordingSink probe = fixture.submit("probe");
        RecordingSink behind = fixture.submit("behind the probe");
        assertThat(ids(service.requests.get(1))).containsExactly("probe");
        assertThat(behind.isCompleted()).isFalse();
        service.acceptAll();
        assertThat(probe.outcomes()).containsExactly(SmsOutcome.ACCEPTED);
        assertThat(fixture.events).containsExactly("halted 401", "recovered");
        assertThat(fixture.engine.state().credentialsRejected()).isFalse();
    }

    @Test
    void responded_notUnderstood_failsTheRequestOnly() {
        RecordingSink sink = fixture.submit("a");
        RecordingSink next = fixture.submit("b");
        service.response(new SendResponse.NotUnderstood(404, "HTTP 404"));
        assertThat(sink.only())
                .isEqualTo(SmsSendResult.notSent(404, "HTTP 404", "a").withSentAt(Instant.EPOCH).about("11987654321", null));
        clock.advanceMillis(1_100);
        service.acceptAll();
        assertThat(next.outcomes()).containsExactly(SmsOutcome.ACCEPTED);
    }

    @Test
    void responded_twice_isProcessedOnce() {
        RecordingSink sink = fixture.submit("a");
        FakeService.Request request = service.requests.get(0);
        request.response().accept(FakeService.accepted(request.messages()));
        request.response().accept(new SendResponse.Unknown(null, "late"));
        assertThat(sink.outcomes()).containsExactly(SmsOutcome.ACCEPTED);
    }

    @Test
    void responded_fewerResultsThanMessages_leavesTheRestUnknown() {
        fixture.submit("opens the pace");
        clock.advanceMillis(10);
        service.acceptAll();
        List<RecordingSink> sinks = fixture.submit(2);
        clock.advanceMillis(1_100);
        service.response(new SendResponse.Processed(List.of(SmsSendResult.accepted(5, "1", "m0"))));
        assertThat(sinks.get(0).outcomes()).containsExactly(SmsOutcome.ACCEPTED);
        assertThat(sinks.get(1).outcomes()).containsExactly(SmsOutcome.UNKNOWN);
    }

    @Test
    void submitMany_longInput_isReadAsItDrains() {
        AtomicInteger read = new AtomicInteger();
        Iterator<CheckedMessage> counted = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return read.get() < 100_000;
            }

            @Override
            public CheckedMessage next() {
                return new CheckedMessage.Valid(MemoryEngineFixture.message("m" + read.getAndIncrement()));
            }
        };
        fixture.submitMany(counted, false);
        assertThat(service.requests.get(0).messages()).hasSize(200);
        assertThat(read).hasValueLessThanOrEqualTo(600);
        service.acceptAll();
        clock.advanceMillis(1_100);
        service.acceptAll();
        clock.advanceMillis(1_100);
        assertThat(service.requests.get(2).messages()).hasSize(200);
        assertThat(read).hasValueLessThanOrEqualTo(1_000);
    }

    @Test
    void submitMany_readAgainBeforeItsFlush_keepsOneAlarm() {
        Deque<Runnable> reads = new ArrayDeque<>();
        MemoryEngine engine = new MemoryEngine(
                new EngineSettings(
                        MemoryEngineFixture.SECOND, Pacing.adaptive, 200, 10_000, 4, false,
                        MemoryEngineFixture.RESPONSE_TIMEOUT),
                service, clock,
                new EngineExecutors(Runnable::run, reads::add, Runnable::run), EngineListeners.of());
        engine.submit(
                MemoryEngineFixture.source(MemoryEngineFixture.messages(100_000), false), MemoryEngineFixture.OPTIONS,
                new RecordingSink());
        reads.remove().run();
        assertThat(service.requests).hasSize(1);
        assertThat(reads).as("the input is read further").hasSize(1);
        // For the flush of the input, and later for the expiry of the first message.
        assertThat(clock.pendingAlarms()).isEqualTo(1);
    }

    @Test
    void submitMany_rejectedElements_haveResultsWithoutARequest() {
        CheckedMessage rejected = new CheckedMessage.Rejected(SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", "bad"));
        RecordingSink sink = fixture.submitMany(List.of(rejected, rejected).iterator(), true);
        assertThat(sink.isCompleted()).isTrue();
        assertThat(sink.outcomes()).containsExactly(SmsOutcome.REJECTED, SmsOutcome.REJECTED);
        assertThat(service.requests).isEmpty();
    }

    @Test
    void submitMany_inputThrows_completesTheMessagesRead() {
        Iterator<CheckedMessage> broken = new Iterator<>() {
            private int left = 2;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public CheckedMessage next() {
                if (left-- == 0) {
                    throw new IllegalStateException("broken input");
                }
                return new CheckedMessage.Valid(MemoryEngineFixture.message("m" + left));
            }
        };
        RecordingSink sink = fixture.submitMany(broken, false);
        service.acceptAll();
        assertThat(sink.outcomes()).containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.ACCEPTED);
        assertThat(sink.unread).isNotNull().extracting(ReadFailure::cause).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void submit_queueFull_holdsCallersBackInOrder() {
        MemoryEngineFixture small
                = new MemoryEngineFixture(
                        new EngineSettings(
                                MemoryEngineFixture.SECOND, Pacing.adaptive, 2, 3, 4, false,
                                MemoryEngineFixture.RESPONSE_TIMEOUT));
        List<RecordingSink> sinks = small.submit(9);
        assertThat(small.engine.state()).extracting(EngineState::pendingMessages, EngineState::heldBack)
                .containsExactly(3, 5);
        while (sinks.stream().anyMatch(sink -> !sink.isCompleted())) {
            if (small.service.inFlight() > 0) {
                small.service.acceptAll();
            } else {
                assertThat(small.clock.advanceToNext()).isTrue();
            }
            assertThat(small.engine.state().pendingMessages()).isLessThanOrEqualTo(3);
        }
        assertThat(small.service.requests.stream().map(request -> request.messages().size()))
                .containsExactly(1, 2, 2, 2, 2);
    }

    @Test
    void terminate_queueAndRequestInFlight_completesAllMessages() {
        RecordingSink out = fixture.submit("out");
        RecordingSink waiting = fixture.submit("waiting");
        RecordingSink endless = fixture.submitMany(MemoryEngineFixture.messages(100_000), false);
        RecordingSink list = fixture.submitMany(MemoryEngineFixture.messages(1_000), true);
        assertThat(fixture.engine.terminate().toCompletableFuture()).isCompleted();
        assertThat(out.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(waiting.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(endless.isCompleted()).isTrue();
        assertThat(endless.unread).isNotNull();
        assertThat(endless.results).hasSizeLessThan(1_000);
        assertThat(list.isCompleted()).isTrue();
        assertThat(list.outcomes()).hasSize(1_000).containsOnly(SmsOutcome.NOT_SENT);
        assertThat(fixture.submit("late").only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        clock.advance(Duration.ofMinutes(10));
        assertThat(service.requests).hasSize(1);
    }

    @Test
    void drain_backlog_sendsItAndRefusesNewMessages() {
        fixture.submit("a");
        RecordingSink waiting = fixture.submit("b");
        var drained = fixture.engine.drain().toCompletableFuture();
        assertThat(fixture.submit("late").only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        service.acceptAll();
        assertThat(drained).isNotCompleted();
        clock.advanceMillis(1_100);
        service.acceptAll();
        assertThat(waiting.outcomes()).containsExactly(SmsOutcome.ACCEPTED);
        assertThat(drained).isCompleted();
        assertThat(clock.pendingAlarms()).isZero();
    }

    @Test
    void send_senderThrows_isNotSent() {
        List<Throwable> errors = new ArrayList<>();
        MemoryEngine engine = new MemoryEngine(
                new EngineSettings(
                        MemoryEngineFixture.SECOND, Pacing.adaptive, 200, 10, 4, false, MemoryEngineFixture.RESPONSE_TIMEOUT),
                (batch, origins, response) -> {
                    throw new IllegalStateException("closed");
                }, clock, new EngineExecutors(Runnable::run, Runnable::run, Runnable::run),
                EngineListeners.of(new EngineListener() {
                    @Override
                    public void internalError(Throwable error) {
                        errors.add(error);
                    }
                }));
        RecordingSink sink = new RecordingSink();
        engine.submit(MemoryEngineFixture.message("a"), MemoryEngineFixture.OPTIONS, sink);
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(errors).hasSize(1);
    }

    private static List<String> ids(FakeService.Request request) {
        return request.messages().stream().map(SmsMessage::correlationId).toList();
    }
}
