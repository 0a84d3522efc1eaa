package io.github.camelsms.observe;

import java.time.Duration;

import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.EngineState;
import io.github.camelsms.engine.pacing.Pacing;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SendFiguresTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final EngineSettings SETTINGS
            = new EngineSettings(SECOND, Pacing.adaptive, 200, 10_000, 4, false, 40_000_000_000L);

    @Test
    void of_engineTimes_areConvertedToDurations() {
        SendFigures figures = figures(state(1_000, 0, 5 * SECOND, 11 * SECOND), 10 * SECOND);
        assertThat(figures.oldest()).isEqualTo(Duration.ofSeconds(5));
        assertThat(figures.slotOpensIn()).isEqualTo(Duration.ofSeconds(1));
        assertThat(figures.sending()).isEqualTo(SendFigures.Sending.RUNNING);
    }

    @Test
    void throttled_messagesWaitForLong_isAStateOfItsOwn() {
        SendFigures waiting = waiting();
        assertThat(waiting.throttled(Duration.ofSeconds(29)).sending()).isEqualTo(SendFigures.Sending.RUNNING);
        assertThat(waiting.throttled(Duration.ofSeconds(30)).sending()).isEqualTo(SendFigures.Sending.THROTTLED);
        SendFigures idle = figures(state(0, 0, null, 10 * SECOND), 10 * SECOND);
        assertThat(idle.throttled(Duration.ofHours(1)).sending()).isEqualTo(SendFigures.Sending.RUNNING);
    }

    @Test
    void of_pastTimes_areZero() {
        SendFigures figures = figures(state(0, 0, null, 3 * SECOND), 10 * SECOND);
        assertThat(figures.oldest()).isZero();
        assertThat(figures.slotOpensIn()).isZero();
    }

    @Test
    void timeToDrain_backlog_assumesFullRequestsAtTheRecentPace() {
        // 1,001 messages are 6 requests: one when the slot opens, five more at 1.1 s intervals.
        assertThat(figures(state(1_000, 1, 0L, 11 * SECOND), 10 * SECOND).timeToDrain()).isEqualTo(Duration.ofMillis(6_500));
    }

    @Test
    void timeToDrain_oneMessageMoreThanAFullRequest_countsAnotherRequest() {
        assertThat(figures(state(199, 0, 0L, 10 * SECOND), 10 * SECOND).timeToDrain()).isZero();
        assertThat(figures(state(200, 0, 0L, 10 * SECOND), 10 * SECOND).timeToDrain()).isZero();
        assertThat(figures(state(201, 0, 0L, 10 * SECOND), 10 * SECOND).timeToDrain()).isEqualTo(Duration.ofMillis(1_100));
        assertThat(figures(state(200, 1, 0L, 10 * SECOND), 10 * SECOND).timeToDrain()).isEqualTo(Duration.ofMillis(1_100));
    }

    @Test
    void of_slotOpensNow_isOpen() {
        assertThat(figures(state(0, 0, 10 * SECOND, 10 * SECOND), 10 * SECOND).slotOpensIn()).isZero();
        assertThat(figures(state(0, 0, 10 * SECOND, 10 * SECOND), 10 * SECOND).oldest()).isZero();
        assertThat(figures(state(0, 0, 10 * SECOND - 1, 10 * SECOND + 1), 10 * SECOND).slotOpensIn())
                .isEqualTo(Duration.ofNanos(1));
        assertThat(figures(state(0, 0, 10 * SECOND - 1, 10 * SECOND), 10 * SECOND).oldest()).isEqualTo(Duration.ofNanos(1));
    }

    @Test
    void timeToDrain_responseRequiredFirst_countsAFullGap() {
        assertThat(figures(state(1, 0, 0L, null), 10 * SECOND).timeToDrain()).isEqualTo(Duration.ofMillis(1_100));
    }

    @Test
    void timeToDrain_nothingWaiting_isZero() {
        assertThat(figures(state(0, 0, null, 11 * SECOND), 10 * SECOND).timeToDrain()).isZero();
    }

    @Test
    void messagesPerSecond_intervalAndGap_areConvertedToRates() {
        SendFigures figures = figures(state(0, 0, null, 0L), 0);
        assertThat(figures.messagesPerSecondAllowed()).isEqualTo(200.0);
        assertThat(figures.messagesPerSecondPossible()).isBetween(181.8, 181.9);
    }

    @Test
    void sending_suspendedHaltedOrBackingOff_isShown() {
        assertThat(sending("down", false, false)).isEqualTo(SendFigures.Sending.TROUBLED);
        assertThat(sending("refused", false, true)).isEqualTo(SendFigures.Sending.HALTED);
        assertThat(sending("refused", true, true)).isEqualTo(SendFigures.Sending.SUSPENDED);
    }

    private static SendFigures.Sending sending(String trouble, boolean suspended, boolean refused) {
        return figures(new EngineState(0, 0, 0, null, 0L, SECOND, trouble, suspended, refused, false), 0).sending();
    }

    private static EngineState state(int pending, int heldBack, @Nullable Long oldest, @Nullable Long slot) {
        return new EngineState(pending, heldBack, 0, oldest, slot, 1_100_000_000L, null, false, false, false);
    }

    /** Returns the figures of an account with waiting messages. */
    static SendFigures waiting() {
        return figures(state(5, 0, 0L, 12 * SECOND), 10 * SECOND);
    }

    private static SendFigures figures(EngineState state, long now) {
        return SendFigures.of(state, SETTINGS, now);
    }
}
