package io.github.camelsms.benchmarks.latency;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Durations, up to ten minutes, of which percentiles are asked. Thread-safe while they are added.
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

    /** The percentile in milliseconds; 100 is the longest. */
    double millis(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }
}
