package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.SmsHint;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An engine that terminates while its message store does not respond.
 */
class StoredStopTest {

    /** Less than the time for which the component waits. */
    private static final Duration STOP = Duration.ofSeconds(8);

    private final ManualClock clock = new ManualClock();
    private final StoreView view = new StoreView(new InMemoryMessageStore(clock));
    private final StoredFixture node = new StoredFixture(clock, view.store(), "first", created -> {
    });

    /** State of the message when the engine terminates. */
    enum Phase {
        BEING_STORED,
        WAITING,
        BEING_SEARCHED,
        BEING_SUBMITTED_AGAIN,
        IN_FLIGHT,
        BEING_RECORDED
    }

    private StoredSink submit(Phase phase) {
        if (phase == Phase.BEING_SUBMITTED_AGAIN) {
            node.engine.suspend();
            StoredSink notSent = node.submit("m1", new SubmitOptions(Duration.ofSeconds(1)));
            clock.advanceMillis(5_000);
            assertThat(notSent.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
            view.stalling = "resubmit"::equals;
        } else if (phase == Phase.BEING_STORED) {
            view.stalling = method -> true;
        } else if (phase == Phase.WAITING || phase == Phase.BEING_SEARCHED) {
            node.engine.suspend();
        }
        StoredSink sink = node.submit("m1", StoredFixture.untilOutcome());
        clock.advanceMillis(100);
        view.stalling = method -> true;
        if (phase == Phase.BEING_SEARCHED) {
            node.engine.hinted(SmsHint.SETTLED);
        } else if (phase == Phase.BEING_RECORDED) {
            node.service.acceptAll();
        }
        clock.advanceMillis(5_000);
        node.engine.drain();
        clock.advanceMillis(1_000);
        assertThat(sink.isCompleted()).isFalse();
        return sink;
    }

    @ParameterizedTest
    @EnumSource
    void terminate_storeDoesNotRespond_completesCallersInTime(Phase phase) {
        StoredSink sink = submit(phase);

        CompletableFuture<Void> terminated = node.engine.terminate().toCompletableFuture();
        clock.advance(STOP);

        assertThat(sink.isCompleted()).isTrue();
        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(terminated).isDone();
        assertThat(node.errors).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void terminate_alarmsAreShutDown_completesCallersWhenTheCallsFail(Phase phase) {
        StoredSink sink = submit(phase);

        node.engine.terminate();
        clock.shutDown();
        for (int i = 0; i < 5 && !sink.isCompleted(); i++) {
            clock.advanceMillis(1_000);
            view.failStalled();
        }

        assertThat(sink.isCompleted()).isTrue();
        assertThat(node.errors).allMatch(RejectedExecutionException.class::isInstance);
    }
}
