package io.github.camelsms.benchmarks.report;

import org.HdrHistogram.Histogram;

/**
 * Durations up to ten minutes and their percentiles. Not thread-safe.
 */
public final class Times {

    private static final long HIGHEST = 600_000_000_000L;

    private final Histogram nanos = new Histogram(HIGHEST, 3);

    /** Adds a duration in nanoseconds. */
    public void add(long duration) {
        nanos.recordValue(Math.max(0, Math.min(HIGHEST, duration)));
    }

    /** Returns a percentile in milliseconds; 100 is the maximum. */
    public double millis(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }
}
