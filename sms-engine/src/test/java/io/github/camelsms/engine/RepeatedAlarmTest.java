package io.github.camelsms.engine;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for the repetition of a task.
 */
class RepeatedAlarmTest {

    private final ManualClock clock = new ManualClock();
    private int runs;
    private int failures;
    private final RepeatedAlarm alarm = new RepeatedAlarm(clock, this::run);

    private void run() {
        runs++;
        if (failures-- > 0) {
            throw new InternalError("no memory");
        }
        alarm.set(Duration.ofMinutes(1));
    }

    @Test
    void task_throwsAnError_isRepeated() {
        failures = 2;
        alarm.set(Duration.ZERO);

        assertThatThrownBy(() -> clock.advance(Duration.ZERO)).isInstanceOf(InternalError.class);
        assertThatThrownBy(() -> clock.advance(RepeatedAlarm.RETRY)).isInstanceOf(InternalError.class);
        clock.advance(RepeatedAlarm.RETRY);
        clock.advance(Duration.ofMinutes(5));

        assertThat(runs).isEqualTo(8);
    }

    @Test
    void task_throwsAfterItHasSetTheNextRun_keepsThatTime() {
        RepeatedAlarm[] own = new RepeatedAlarm[1];
        own[0] = new RepeatedAlarm(clock, () -> {
            runs++;
            own[0].set(Duration.ofSeconds(1));
            throw new InternalError("no memory");
        });
        own[0].set(Duration.ZERO);

        assertThatThrownBy(() -> clock.advance(Duration.ZERO)).isInstanceOf(InternalError.class);
        assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(1))).isInstanceOf(InternalError.class);

        assertThat(runs).isEqualTo(2);
    }

    @Test
    void task_nextRunCannotBeScheduled_isRepeated() {
        alarm.set(Duration.ZERO);
        clock.failAt(0);

        assertThatThrownBy(() -> clock.advance(Duration.ZERO)).isInstanceOf(Error.class);
        clock.advance(RepeatedAlarm.RETRY);

        assertThat(runs).isEqualTo(2);
    }

    @Test
    void set_cannotBeScheduled_keepsTheEarlierTime() {
        alarm.set(Duration.ofMinutes(1));
        clock.failAt(0);

        assertThatThrownBy(() -> alarm.set(Duration.ofSeconds(1))).isInstanceOf(Error.class);
        clock.advance(Duration.ofMinutes(1));

        assertThat(runs).isEqualTo(1);
    }

    @Test
    void close_taskHasThrown_endsTheRepetition() {
        failures = 1;
        alarm.set(Duration.ZERO);
        assertThatThrownBy(() -> clock.advance(Duration.ZERO)).isInstanceOf(InternalError.class);

        alarm.close();
        clock.advance(Duration.ofMinutes(5));

        assertThat(runs).isEqualTo(1);
    }
}
