package io.github.camelsms.account;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.client.Pause;
import io.github.camelsms.dispatch.DispatchClock;

/**
 * System clock and alarms. No other class reads a clock or sleeps.
 */
public final class SystemClock implements DispatchClock, Pause {

    /** Shared by all instances, so that times stay comparable across a restart of the component. */
    private static final long ORIGIN = System.nanoTime();

    private final ScheduledExecutorService alarms;

    SystemClock(ScheduledExecutorService alarms) {
        this.alarms = alarms;
    }

    /** Returns {@link #nanos()} without an instance, for state that outlives the component. */
    public static long monotonicNanos() {
        return System.nanoTime() - ORIGIN;
    }

    @Override
    public long nanos() {
        return monotonicNanos();
    }

    @Override
    public Instant instant() {
        return Instant.now();
    }

    @Override
    public Alarm schedule(long delayNanos, Runnable task) {
        Future<?> scheduled = alarms.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    }
}
