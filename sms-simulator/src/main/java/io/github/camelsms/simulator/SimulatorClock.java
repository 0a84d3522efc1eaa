package io.github.camelsms.simulator;

import java.time.Duration;

/** The simulator's only source of time, so that a test can drive it by hand. */
public interface SimulatorClock {

    /** The machine's own clock. */
    static SimulatorClock system() {
        return SystemClock.INSTANCE;
    }

    /** Milliseconds since 1970, as {@link System#currentTimeMillis()} counts them. */
    long currentTimeMillis();

    /** Nanoseconds since an arbitrary moment, never going back, as {@link System#nanoTime()} counts them. */
    long nanoTime();

    /** Blocks the calling thread until {@code duration} has passed on this clock; returns at once when interrupted. */
    void sleep(Duration duration);
}
