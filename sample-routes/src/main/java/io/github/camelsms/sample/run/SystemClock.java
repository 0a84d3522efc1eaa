package io.github.camelsms.sample.run;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The one place where the application asks the machine for the time.
 */
public final class SystemClock implements InstantSource {

    @Override
    public Instant instant() {
        return Instant.now();
    }

    /**
     * Nanoseconds of a clock that nobody sets, for waits.
     */
    public static long nanoTime() {
        return System.nanoTime();
    }
}
