package io.github.camelsms.engine;

import java.time.InstantSource;

/**
 * Clock and alarms of the engine, in one interface so that tests can control both. The wall clock ({@link #instant()})
 * may jump, so the engine uses it for display, and to notice that the machine was suspended.
 */
public interface EngineClock extends InstantSource {

    /**
     * Returns the nanoseconds since an arbitrary origin, never decreasing and never negative. They may stand still
     * while the machine is suspended.
     */
    long nanos();

    /**
     * Runs a task once, after <code>delayNanos</code> or later. If it cannot be scheduled, the clock tries again. The
     * task must return immediately.
     *
     * @param  delayNanos                                      zero or more
     * @return                                                 handle to cancel the task
     * @throws java.util.concurrent.RejectedExecutionException if the component is stopping: the task never runs
     */
    Alarm schedule(long delayNanos, Runnable task);

    /** A scheduled task that can be cancelled. */
    interface Alarm {

        void cancel();
    }
}
