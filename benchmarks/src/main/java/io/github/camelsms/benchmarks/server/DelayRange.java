package io.github.camelsms.benchmarks.server;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Latency of one direction of the network, uniform and independent between two bounds.
 *
 * @param min nanoseconds, at least 0
 * @param max nanoseconds, at least <code>min</code>
 */
record DelayRange(long min, long max) {

    /** Parses <code>MIN-MAX</code> in milliseconds. */
    static DelayRange parse(String text) {
        String[] bounds = text.split("-", 2);
        return new DelayRange(nanos(bounds[0]), nanos(bounds[1]));
    }

    long draw(SplittableRandom random) {
        return max == min ? min : random.nextLong(min, max + 1);
    }

    private static long nanos(String millis) {
        return TimeUnit.MILLISECONDS.toNanos(Long.parseLong(millis));
    }
}
