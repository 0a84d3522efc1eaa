package io.github.camelsms.simulator;

import java.time.Duration;

/** The simulator's only source of time, so that a test can control it. */
public interface SimulatorClock {

    /** Returns the machine's clock. */
    static SimulatorClock system() {
        return SystemClock.INSTANCE;
    }

    /** Returns milliseconds since 1970, like {@link System#currentTimeMillis()}. */
    long currentTimeMillis();

    /** Returns nanoseconds since an arbitrary moment, like {@link System#nanoTime()}; they never go back. */
    long nanoTime();

    /** Blocks the calling thread until {@code duration} has passed on this clock; returns early when interrupted. */
    void sleep(Duration duration);
}
