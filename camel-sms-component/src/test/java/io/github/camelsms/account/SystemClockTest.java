package io.github.camelsms.account;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.engine.EngineClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that times of several clocks are comparable, and that alarms are not lost.
 */
class SystemClockTest {

    private final Alarms alarms = new Alarms();

    /** A pool that can fail to schedule one task. */
    private static final class Alarms extends ScheduledThreadPoolExecutor {

        private @Nullable Throwable failure;

        Alarms() {
            super(1);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            Throwable current = failure;
            failure = null;
            if (current instanceof Error error) {
                throw error;
            } else if (current instanceof RuntimeException exception) {
                throw exception;
            }
            return super.schedule(task, delay, unit);
        }
    }

    @AfterEach
    void shutDown() {
        alarms.shutdownNow();
    }

    @Test
    void nanos_clockCreatedLater_isNotEarlier() {
        SystemClock first = new SystemClock(alarms);
        SystemClock second = new SystemClock(alarms);
        long before = first.nanos();
        assertThat(second.nanos()).isGreaterThanOrEqualTo(before);
    }

    /** Otherwise, periodic work would end for ever. */
    @ParameterizedTest
    @ValueSource(classes = { InternalError.class, RejectedExecutionException.class })
    void schedule_poolFailsOnce_runsTheTaskNevertheless(Class<? extends Throwable> failure) throws Exception {
        alarms.failure = failure.getConstructor(String.class).newInstance("no thread");
        CountDownLatch rang = new CountDownLatch(1);

        new SystemClock(alarms).schedule(0, rang::countDown);

        assertThat(rang.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void cancel_poolHasFailed_isNotScheduledAgain() {
        alarms.failure = new InternalError("no thread");
        CountDownLatch rang = new CountDownLatch(1);
        CountDownLatch next = new CountDownLatch(1);
        SystemClock clock = new SystemClock(alarms);

        EngineClock.Alarm alarm = clock.schedule(0, rang::countDown);
        alarm.cancel();
        alarms.failure = new InternalError("no thread");
        clock.schedule(0, next::countDown);

        assertThat(await(next)).isTrue();
        assertThat(rang.getCount()).isEqualTo(1);
    }

    @Test
    void schedule_poolIsShutDown_isRejected() {
        alarms.shutdownNow();
        SystemClock clock = new SystemClock(alarms);

        assertThatThrownBy(() -> clock.schedule(0, () -> {
        })).isInstanceOf(RejectedExecutionException.class);
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
