package io.github.camelsms.dispatch;

import java.time.InstantSource;

/**
 * Time as the engine sees it: a reading and an alarm that belong together, so that tests can drive both by hand. The
 * wall clock ({@link #instant()}) may jump; the engine shows it to people and computes nothing from it.
 */
public interface DispatchClock extends InstantSource {

    /**
     * Nanoseconds since an arbitrary origin, never decreasing and never negative.
     */
    long nanos();

    /**
     * Runs a task once, not before <code>delayNanos</code> have passed. The task only hands in work and returns at
     * once.
     *
     * @param  delayNanos zero or more
     * @return            cancels the task if it has not started
     */
    Alarm schedule(long delayNanos, Runnable task);

    /** A scheduled task that may be called off. */
    interface Alarm {

        void cancel();
    }
}
