package io.github.camelsms.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for senders, listeners, sinks and executors that throw, and for responses that are missing or duplicated.
 */
class MemoryEngineFailureTest {

    private static final long SECOND = MemoryEngineFixture.SECOND;
    private static final long RESPONSE_TIMEOUT = 40 * SECOND;
    private static final EngineSettings SETTINGS
            = new EngineSettings(SECOND, Pacing.adaptive, 200, 100, 2, false, RESPONSE_TIMEOUT);
    private static final Error NO_THREAD = new OutOfMemoryError("unable to create native thread");

    private final MemoryEngineFixture fixture = new MemoryEngineFixture(SETTINGS);
    private final FakeService service = fixture.service;
    private final ManualClock clock = fixture.clock;
    private final List<Throwable> errors = new ArrayList<>();

    @Test
    void send_senderThrowsAnErrorOnce_isRetried() {
        boolean[] isFirst = { true };
        MemoryEngine engine = engine((batch, origins, response) -> {
            if (isFirst[0]) {
                isFirst[0] = false;
                throw NO_THREAD;
            }
            return accept(batch, response);
        }, listener());
        RecordingSink sink = submit(engine, "a");
        assertThat(sink.results).isEmpty();
        assertThat(engine.state().trouble()).isEqualTo("the request could not be started (OutOfMemoryError)");
        clock.advanceMillis(1_000);
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(errors).containsExactly(NO_THREAD);
    }

    @Test
    void send_senderThrowsAnErrorAlways_backsOffUntilTheDeliveryTimeoutAndDrains() {
        int[] calls = { 0 };
        MemoryEngine engine = engine((batch, origins, response) -> {
            calls[0]++;
            throw NO_THREAD;
        }, listener());
        List<RecordingSink> sinks = IntStream.range(0, 2_000).mapToObj(i -> submit(engine, "m" + i)).toList();
        assertThat(calls[0]).isEqualTo(1);
        assertThat(sinks).allSatisfy(sink -> assertThat(sink.results).isEmpty());
        CompletableFuture<Void> drained = engine.drain().toCompletableFuture();
        clock.advance(MemoryEngineFixture.TIMEOUT.plusSeconds(1));
        assertThat(sinks).allSatisfy(sink -> assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT));
        assertThat(sinks.get(0).only().reason()).endsWith("last trouble: the request could not be started (OutOfMemoryError)");
        assertThat(calls[0]).isBetween(10, 20);
        assertThat(drained).isCompleted();
    }

    @Test
    void terminate_senderThrowsAnErrorAlways_isNotSentAndDrains() {
        MemoryEngine engine = engine((batch, origins, response) -> {
            throw NO_THREAD;
        }, listener());
        RecordingSink sink = submit(engine, "a");
        assertThat(engine.terminate().toCompletableFuture()).isCompleted();
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
    }

    @Test
    void send_poolOfSenderIsShutDown_isNotSentAndDrains() {
        MemoryEngine engine = engine((batch, origins, response) -> {
            throw new RejectedExecutionException("shut down");
        }, listener());
        RecordingSink sink = submit(engine, "a");
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(errors).hasSize(1);
        assertThat(engine.drain().toCompletableFuture()).isCompleted();
    }

    @Test
    void send_senderRespondsAndThrows_usesTheResponse() {
        MemoryEngine engine = engine((batch, origins, response) -> {
            response.accept(FakeService.accepted(batch));
            throw NO_THREAD;
        }, listener());
        assertThat(submit(engine, "a").only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(errors).containsExactly(NO_THREAD);
    }

    @Test
    void send_senderThrowsAndRespondsLater_staysNotSent() {
        List<Consumer<SendResponse>> responses = new ArrayList<>();
        MemoryEngine engine = engine((batch, origins, response) -> {
            responses.add(response);
            throw new RejectedExecutionException("shut down");
        }, listener());
        RecordingSink sink = submit(engine, "a");
        responses.get(0).accept(new SendResponse.Unknown(null, "late"));
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
    }

    @Test
    void send_senderRespondsTwiceBeforeReturning_usesTheFirstResponse() {
        MemoryEngine engine = engine((batch, origins, response) -> {
            response.accept(FakeService.accepted(batch));
            response.accept(new SendResponse.Throttled(null, "second"));
            return BatchSender.Withdrawal.IMPOSSIBLE;
        }, listener());
        assertThat(submit(engine, "a").only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(engine.state().requestsInFlight()).isZero();
        assertThat(errors).isEmpty();
    }

    @Test
    @SuppressWarnings("NullAway") // that is what is tested
    void responded_null_isUnknown() {
        RecordingSink sink = fixture.submit("a");
        service.response(null);
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(fixture.errors).hasSize(1);
        assertSendsOn();
    }

    @Test
    void responded_never_isUnknownAfterTheResponseTimeout() {
        RecordingSink sink = fixture.submit("a");
        clock.advanceMillis(39_999);
        assertThat(sink.results).isEmpty();
        clock.advanceMillis(1);
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(sink.only().reason()).contains("40000 ms");
        assertThat(fixture.engine.state().requestsInFlight()).isZero();
        assertSendsOn();
    }

    @Test
    void responded_afterTheResponseTimeout_isIgnored() {
        RecordingSink sink = fixture.submit("a");
        clock.advanceMillis(40_000);
        service.response(new SendResponse.Throttled(null, "late"));
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(service.requests).hasSize(1);
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void responded_neverForAllInFlight_continuesSendingAndDrains() {
        fixture.warmUp();
        int before = service.requests.size();
        fixture.submit("a");
        clock.advanceMillis(2_000);
        fixture.submit("b");
        clock.advanceMillis(2_000);
        RecordingSink waiting = fixture.submit("c");
        assertThat(service.requests).hasSize(before + 2);

        clock.advanceMillis(40_000);

        assertThat(service.requests).hasSize(before + 3);
        boolean[] drained = { false };
        fixture.engine.drain().thenRun(() -> drained[0] = true);
        clock.advanceMillis(40_000);
        assertThat(waiting.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(drained[0]).isTrue();
    }

    @Test
    void change_responseTimeout_appliesToTheNextRequest() {
        RecordingSink first = fixture.submit("a");
        fixture.engine.change(new EngineSettings(SECOND, Pacing.adaptive, 200, 100, 2, false, SECOND));
        clock.advanceMillis(39_000);
        assertThat(first.results).isEmpty();
        service.acceptAll();
        RecordingSink second = fixture.submit("b");
        // It departs an interval after the first response, because that took longer than an interval.
        clock.advanceMillis(2_001);
        assertThat(second.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
    }

    @Test
    void responded_allInTime_leavesNoAlarm() {
        fixture.submit("a");
        service.acceptAll();
        assertThat(clock.pendingAlarms()).isZero();
    }

    @Test
    void result_sinkThrowsAnError_completesTheOthers() {
        RecordingSink before = fixture.submit("first");
        service.acceptAll();
        List<RecordingSink> sinks = new ArrayList<>();
        int[] completed = { 0 };
        for (int i = 0; i < 10; i++) {
            sinks.add(fixture.submit("m" + i));
            fixture.engine.submit(MemoryEngineFixture.message("broken" + i), MemoryEngineFixture.OPTIONS, new ResultSink() {
                @Override
                public void result(long index, SmsSendResult result) {
                    throw new StackOverflowError();
                }

                @Override
                public void completed(@Nullable ReadFailure unread) {
                    completed[0]++;
                    throw NO_THREAD;
                }
            });
        }
        clock.advanceMillis(1_100);
        service.acceptAll();
        assertThat(before.isCompleted()).isTrue();
        assertThat(sinks).allMatch(RecordingSink::isCompleted);
        assertThat(completed[0]).isEqualTo(10);
        assertThat(fixture.engine.drain().toCompletableFuture()).isCompleted();
    }

    @Test
    void listener_throwsAtEachEvent_allMessagesComplete() {
        List<Consumer<SendResponse>> responses = new ArrayList<>();
        List<List<SmsMessage>> batches = new ArrayList<>();
        MemoryEngine engine = engine((batch, origins, response) -> {
            batches.add(batch);
            responses.add(response);
            return BatchSender.Withdrawal.IMPOSSIBLE;
        }, new EngineListener() {
            @Override
            public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
                throw NO_THREAD;
            }

            @Override
            public void messageCompleted(SmsSendResult result, long nanos) {
                throw NO_THREAD;
            }

            @Override
            public void unknown(List<SmsSendResult> results) {
                throw NO_THREAD;
            }

            @Override
            public void internalError(Throwable error) {
                throw NO_THREAD;
            }
        });
        RecordingSink first = submit(engine, "a");
        RecordingSink second = submit(engine, "b");
        responses.get(0).accept(new SendResponse.Unknown(500, "broken"));
        clock.advanceMillis(1_100);
        responses.get(1).accept(FakeService.accepted(batches.get(1)));
        assertThat(first.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(second.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(engine.drain().toCompletableFuture()).isCompleted();
    }

    @Test
    void submit_executorsRejectAllTasks_sendsTheMessage() {
        MemoryEngine engine = new MemoryEngine(
                SETTINGS, (batch, origins, response) -> accept(batch, response), clock,
                new EngineExecutors(task -> {
                    throw new RejectedExecutionException("full");
                }, Runnable::run, Runnable::run), EngineListeners.of(listener()));
        assertThat(submit(engine, "a").only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void submit_loopPoolQueuesTaskAndThrows_runsItOnce() {
        List<Runnable> queued = new ArrayList<>();
        MemoryEngine engine = new MemoryEngine(
                SETTINGS, (batch, origins, response) -> accept(batch, response), clock,
                new EngineExecutors(task -> {
                    queued.add(task);
                    throw NO_THREAD;
                }, Runnable::run, Runnable::run), EngineListeners.of(listener()));
        RecordingSink sink = submit(engine, "a");
        queued.forEach(Runnable::run);
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(errors).isEmpty();
    }

    @Test
    void submit_inputPriorityOutOfRange_isSent() {
        RecordingSink sink = new RecordingSink();
        MessageSource messages = MemoryEngineFixture.source(MemoryEngineFixture.messages(3), true);
        fixture.engine.submit(new MessageSource() {
            @Override
            public @Nullable CheckedMessage next() {
                return messages.next();
            }

            @Override
            public int priority() {
                return 17;
            }
        }, MemoryEngineFixture.OPTIONS, sink);
        service.acceptAll();
        assertThat(sink.outcomes()).hasSize(3).containsOnly(SmsOutcome.ACCEPTED);
    }

    /** Sends another message after any backoff, to prove that the account still works. */
    private void assertSendsOn() {
        clock.advanceMillis(2_000);
        int before = service.requests.size();
        fixture.submit("next");
        clock.advanceMillis(2_000);
        assertThat(service.requests).hasSize(before + 1);
    }

    private static BatchSender.Withdrawal accept(List<SmsMessage> batch, Consumer<SendResponse> response) {
        response.accept(FakeService.accepted(batch));
        return BatchSender.Withdrawal.IMPOSSIBLE;
    }

    private MemoryEngine engine(BatchSender sender, EngineListener listener) {
        return new MemoryEngine(
                SETTINGS, sender, clock, new EngineExecutors(Runnable::run, Runnable::run, Runnable::run),
                EngineListeners.of(listener));
    }

    private EngineListener listener() {
        return new EngineListener() {
            @Override
            public void internalError(Throwable error) {
                errors.add(error);
            }
        };
    }

    private static RecordingSink submit(MemoryEngine engine, String id) {
        RecordingSink sink = new RecordingSink();
        engine.submit(MemoryEngineFixture.message(id), MemoryEngineFixture.OPTIONS, sink);
        return sink;
    }
}
