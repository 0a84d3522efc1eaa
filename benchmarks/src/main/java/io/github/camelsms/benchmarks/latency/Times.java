package io.github.camelsms.benchmarks.latency;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Durations up to ten minutes and their percentiles. Adding is thread-safe.
 */
final class Times {

    private static final long HIGHEST = 600_000_000_000L;

    private final Histogram nanos = new ConcurrentHistogram(HIGHEST, 3);

    void add(long duration) {
        nanos.recordValue(Math.max(0, Math.min(HIGHEST, duration)));
    }

    long count() {
        return nanos.getTotalCount();
    }

    /** Returns a percentile in milliseconds; 100 is the maximum. */
    double millis(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }
}
