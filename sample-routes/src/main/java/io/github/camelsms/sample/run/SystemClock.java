package io.github.camelsms.sample.run;

import java.time.Instant;
import java.time.InstantSource;

/**
 * System clock. No other class of the application reads a clock.
 */
public final class SystemClock implements InstantSource {

    @Override
    public Instant instant() {
        return Instant.now();
    }

    /**
     * Returns the nanoseconds of a monotonic clock.
     */
    public static long nanoTime() {
        return System.nanoTime();
    }
}
