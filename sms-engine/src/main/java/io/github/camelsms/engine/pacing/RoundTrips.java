package io.github.camelsms.engine.pacing;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * Recent round-trip times (RTT) of an account, with estimates of the minimum and of the usual maximum. Not thread-safe.
 * <p>
 * A few samples rarely include the true extremes, but give a good standard deviation. If both directions vary alike and
 * evenly, the extremes are <code>sqrt(6)</code> standard deviations from the mean. An estimate lies at most the range
 * of the samples, divided by the square root of their number, outside them; slightly more while they are few.
 */
final class RoundTrips {

    private static final int MAX_SAMPLES = 256;
    private static final int MIN_SAMPLES = 2;
    private static final int MAX_SAVED = 64;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final double DEVIATIONS_TO_EXTREME = Math.sqrt(6);
    /** Relative increase of the estimated reach, divided by the number of samples. */
    private static final double SMALL_SAMPLE_EXTRA = 2;
    private static final double UNSEEN_EXTRA = 1.5;
    private static final double USUAL_SHARE = 0.97;
    private static final double MIN_USUAL_SHARE = 0.93;
    /** An RTT is an outlier if it exceeds the median by this multiple of the distance from minimum to median. */
    private static final int OUTLIER_FACTOR = 4;
    /** Number of samples that show how long a response takes now, so that one slow response shows a slow service. */
    private static final int LATEST = 8;
    /** From this number of samples, the estimates are not renewed for each one. */
    private static final int MANY_SAMPLES = 64;
    private static final int ESTIMATE_EVERY = 8;

    private final long[] recent = new long[MAX_SAMPLES];
    private long count;
    private long shortest;
    private long usualLongest;

    boolean isEmpty() {
        return count == 0;
    }

    /** Returns whether there are too few samples for an estimate. */
    boolean hasTooFew() {
        return count < MIN_SAMPLES;
    }

    void add(long roundTripNanos) {
        recent[(int) (count % MAX_SAMPLES)] = roundTripNanos;
        count++;
        if (count < MANY_SAMPLES || count % ESTIMATE_EVERY == 0 || roundTripNanos < shortest) {
            estimate();
        }
    }

    /** Returns the most recent samples, in microseconds. */
    String save() {
        StringJoiner samples = new StringJoiner(",");
        for (long i = Math.max(0, count - MAX_SAVED); i < count; i++) {
            samples.add(Long.toString(recent[(int) (i % MAX_SAMPLES)] / NANOS_PER_MICRO));
        }
        return samples.toString();
    }

    void restore(String saved) {
        for (String sample : saved.isEmpty() ? new String[0] : saved.split(",")) {
            add(Math.max(0, Long.parseLong(sample)) * NANOS_PER_MICRO);
        }
    }

    /** Returns the estimated minimum RTT in nanoseconds; 0 while there are too few samples. */
    long shortest() {
        return shortest;
    }

    /** Returns the usual maximum RTT minus the minimum, in nanoseconds. A few RTTs in a hundred are longer. */
    long spread() {
        return usualLongest - shortest;
    }

    /** Returns the longest of the latest RTTs in nanoseconds, 0 while there are none. */
    long longestOfLatest() {
        long longest = 0;
        for (long i = Math.max(0, count - LATEST); i < count; i++) {
            longest = Math.max(longest, recent[(int) (i % MAX_SAMPLES)]);
        }
        return longest;
    }

    private void estimate() {
        int samples = (int) Math.min(count, MAX_SAMPLES);
        long[] sorted = Arrays.copyOf(recent, samples);
        Arrays.sort(sorted);
        shortest = 0;
        usualLongest = sorted[0];
        if (!hasTooFew()) {
            int usual = countUsual(sorted);
            long longestSeen = sorted[usual - 1];
            double mean = Arrays.stream(sorted, 0, usual).average().orElseThrow();
            double reach = reach(sorted, usual, mean);
            double root = Math.sqrt(usual);
            double maxUnseen = (1 + UNSEEN_EXTRA / root) * (longestSeen - sorted[0]) / root;
            // The first round trips of a process include its warm-up, so the true minimum is probably shorter.
            double warmUp = sorted[0] / Math.pow(4, samples - 1.0);
            shortest = (long) Math.max(0, sorted[0] - clamp(maxUnseen, reach - (mean - sorted[0])) - warmUp);
            usualLongest = (long) (longestSeen + clamp(maxUnseen, reach - (longestSeen - mean)));
        }
    }

    /** Returns how many of the shortest RTTs are usual; the others are outliers, such as pauses of a process. */
    private static int countUsual(long[] sorted) {
        long median = sorted[sorted.length / 2];
        long limit = median + OUTLIER_FACTOR * (median - sorted[0]);
        int usual = Math.max(MIN_SAMPLES, (int) (USUAL_SHARE * (sorted.length - 1)) + 1);
        int fewest = Math.max(MIN_SAMPLES, (int) (MIN_USUAL_SHARE * sorted.length));
        while (usual > fewest && sorted[usual - 1] > limit) {
            usual--;
        }
        return usual;
    }

    private static double clamp(double max, double value) {
        return Math.max(0, Math.min(max, value));
    }

    private static double reach(long[] sorted, int count, double mean) {
        double squares = Arrays.stream(sorted, 0, count).mapToDouble(it -> (it - mean) * (it - mean)).sum();
        return DEVIATIONS_TO_EXTREME * Math.sqrt(squares / (count - 1)) * (1 + SMALL_SAMPLE_EXTRA / count);
    }
}
