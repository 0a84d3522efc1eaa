package io.github.camelsms.benchmarks.server;

import java.util.SplittableRandom;

/**
 * Latency of one direction of the network, uniform and independent between two bounds.
 *
 * @param min nanoseconds, at least 0
 * @param max nanoseconds, at least <code>min</code>
 */
record DelayRange(long min, long max) {

    static final DelayRange NONE = new DelayRange(0, 0);

    DelayRange {
        if (min < 0 || max < min) {
            throw new IllegalArgumentException("a range of delays is written MIN-MAX in milliseconds, for instance 10-30");
        }
    }

    /**
     * Parses <code>MIN-MAX</code> in milliseconds, or one number for both.
     */
    static DelayRange parse(String text) {
        int dash = text.indexOf('-', 1);
        String min = dash < 0 ? text : text.substring(0, dash);
        String max = dash < 0 ? text : text.substring(dash + 1);
        return new DelayRange(nanos(min), nanos(max));
    }

    long draw(SplittableRandom random) {
        return max == min ? min : random.nextLong(min, max + 1);
    }

    private static long nanos(String millis) {
        return Math.round(Double.parseDouble(millis) * 1e6);
    }
}
