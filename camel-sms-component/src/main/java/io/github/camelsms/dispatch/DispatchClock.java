package io.github.camelsms.dispatch;

import java.time.InstantSource;

/**
 * Clock and alarms of the engine, in one interface so that tests can control both. The engine uses the wall clock
 * ({@link #instant()}) for display only, because it may jump.
 */
public interface DispatchClock extends InstantSource {

    /**
     * Returns the nanoseconds since an arbitrary origin, never decreasing and never negative.
     */
    long nanos();

    /**
     * Runs a task once, after <code>delayNanos</code> or later. The task must return immediately.
     *
     * @param  delayNanos zero or more
     * @return            handle to cancel the task
     */
    Alarm schedule(long delayNanos, Runnable task);

    /** A scheduled task that can be cancelled. */
    interface Alarm {

        void cancel();
    }
}
