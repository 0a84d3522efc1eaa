package io.github.camelsms.engine;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

import org.jspecify.annotations.Nullable;

/**
 * Alarm whose task is due again and again, until it is closed or the component stops. Occupies no thread. Thread-safe.
 */
public final class RepeatedAlarm {

    /** Time until the next run after one that has thrown before it set the next one. */
    static final Duration RETRY = Duration.ofSeconds(10);

    private final EngineClock clock;
    private final Runnable task;
    private EngineClock.@Nullable Alarm next;
    private long lastNumber;
    private boolean isClosed;

    /**
     * @param task runs without a lock; must return immediately
     */
    public RepeatedAlarm(EngineClock clock, Runnable task) {
        this.clock = clock;
        this.task = task;
    }

    /** Sets when the task runs next, and replaces the time that was set before. Does nothing after {@link #close()}. */
    public synchronized void set(Duration delay) {
        if (isClosed) {
            return;
        }
        long number = lastNumber + 1;
        try {
            // If this fails, the time that was set before remains.
            EngineClock.Alarm scheduled = clock.schedule(delay.toNanos(), () -> run(number));
            cancel();
            lastNumber = number;
            next = scheduled;
        } catch (RejectedExecutionException e) {
            // The component is stopping.
            close();
        }
    }

    private void run(long number) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            setIfLast(number);
            throw e;
        }
    }

    private synchronized void setIfLast(long number) {
        if (number == lastNumber) {
            set(RETRY);
        }
    }

    /** Ends the repetition. A task in progress is completed. */
    public synchronized void close() {
        isClosed = true;
        cancel();
    }

    /** Cancels the next run, until it is set again. */
    public synchronized void cancel() {
        if (next != null) {
            next.cancel();
            next = null;
        }
    }
}
