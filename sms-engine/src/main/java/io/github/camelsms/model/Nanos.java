package io.github.camelsms.model;

import java.time.Duration;

/**
 * Conversion of durations to nanoseconds that can be added to a time without overflow.
 */
public final class Nanos {

    /** Longer durations count as this one. */
    public static final Duration MAX = Duration.ofDays(3650);

    private Nanos() {
    }

    /** Converts a duration, limited to zero and {@link #MAX}. */
    public static long of(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        return duration.compareTo(MAX) > 0 ? MAX.toNanos() : duration.toNanos();
    }
}
