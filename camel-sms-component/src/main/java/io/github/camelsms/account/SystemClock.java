package io.github.camelsms.account;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.client.Sleeper;
import io.github.camelsms.engine.EngineClock;
import org.jspecify.annotations.Nullable;

/**
 * System clock and alarms. No other class reads a clock or sleeps. An alarm that the pool cannot schedule, for example
 * because no thread can be started, is scheduled again: repeated work depends on it, because it sets its next alarm at
 * its end.
 */
public final class SystemClock implements EngineClock, Sleeper {

    /** Shared by all instances, so that times stay comparable across a restart of the component. */
    private static final long ORIGIN = System.nanoTime();

    private static final long RETRY_MILLIS = 1_000;

    private final ScheduledExecutorService alarms;

    /** Alarm that the pool could not schedule. It rings after its delay, or when the next attempt succeeds. */
    private final class LateAlarm implements Alarm {

        private final Runnable task;
        private final long dueAt;
        private @Nullable Future<?> scheduled;
        private boolean isCancelled;

        LateAlarm(Runnable task, long dueAt) {
            this.task = task;
            this.dueAt = dueAt;
        }

        /** Tries again later, on a thread that does not belong to the pool. */
        void later() {
            CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS, Runnable::run).execute(this::retry);
        }

        private synchronized void retry() {
            if (isCancelled || alarms.isShutdown()) {
                return;
            }
            try {
                scheduled = alarms.schedule(task, dueAt - nanos(), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException | Error e) {
                later();
            }
        }

        @Override
        public synchronized void cancel() {
            isCancelled = true;
            if (scheduled != null) {
                scheduled.cancel(false);
            }
        }
    }

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
        try {
            Future<?> scheduled = alarms.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        } catch (RejectedExecutionException | Error e) {
            if (alarms.isShutdown()) {
                throw e;
            }
            LateAlarm late = new LateAlarm(task, nanos() + delayNanos);
            late.later();
            return late;
        }
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    }
}
