package io.github.camelsms.sample.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * System clock. No other class of the application reads a clock or sleeps.
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

    static void sleep(Duration duration) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    }
}
