package io.github.camelsms.dispatch.pacing;

import java.util.Arrays;

/**
 * The last round trips of an account, for what they say about the shortest and the usual longest one. Not thread-safe.
 * <p>
 * Few round trips hardly ever include the shortest and the longest possible one, but they tell the standard deviation
 * quickly. Where both ways vary alike and evenly, the extremes lie the square root of 6, times the standard deviation,
 * from the mean. No extreme is assumed further from those seen than these differ, divided by the square root of their
 * number, and a little more while they are few.
 */
final class RoundTrips {

    private static final int REMEMBERED = 256;
    /** Fewer round trips prove nothing. */
    private static final int UNTRUSTED = 2;
    private static final double REACH = Math.sqrt(6);
    /** Widens the reach while few round trips are known: this, over their number. */
    private static final double DOUBT = 2;
    private static final double UNSEEN = 1.5;
    private static final double USUAL = 0.97;
    private static final double MIN_USUAL = 0.93;
    /** A round trip so many times further above the median than the shortest lies below it is an exception. */
    private static final int EXCEPTIONAL = 4;
    /** Once so many are known, a few more change little. */
    private static final int WELL_KNOWN = 64;
    private static final int LOOK_AGAIN = 8;

    private final long[] recent = new long[REMEMBERED];
    private long count;
    private long shortest;
    private long usualLongest;

    boolean isEmpty() {
        return count == 0;
    }

    /** Whether there were so few that they prove nothing yet. */
    boolean isUntrusted() {
        return count < UNTRUSTED;
    }

    void add(long roundTripNanos) {
        recent[(int) (count % REMEMBERED)] = roundTripNanos;
        count++;
        if (count < WELL_KNOWN || count % LOOK_AGAIN == 0 || roundTripNanos < shortest) {
            lookAgain();
        }
    }

    /**
     * The shortest round trip possible, judged by the last ones: the fewer there were, and the more they differ, the
     * further below the shortest of them; 0 until there are enough.
     */
    long shortest() {
        return shortest;
    }

    /**
     * How much longer than the shortest a round trip usually is at most. A few in a hundred are longer.
     */
    long spread() {
        return usualLongest - shortest;
    }

    private void lookAgain() {
        int known = (int) Math.min(count, REMEMBERED);
        long[] sorted = Arrays.copyOf(recent, known);
        Arrays.sort(sorted);
        shortest = 0;
        usualLongest = sorted[0];
        if (!isUntrusted()) {
            int usual = usual(sorted);
            long longestSeen = sorted[usual - 1];
            double mean = Arrays.stream(sorted, 0, usual).average().orElseThrow();
            double reach = reach(sorted, usual, mean);
            double root = Math.sqrt(usual);
            double maxUnseen = (1 + UNSEEN / root) * (longestSeen - sorted[0]) / root;
            // The first round trips of a process grow shorter, so they say little of the shortest one.
            double warmUp = sorted[0] / Math.pow(4, known - 1.0);
            shortest = (long) Math.max(0, sorted[0] - within(maxUnseen, reach - (mean - sorted[0])) - warmUp);
            usualLongest = (long) (longestSeen + within(maxUnseen, reach - (longestSeen - mean)));
        }
    }

    /** How many of the shortest ones are usual. The others are pauses of a process or of the network. */
    private static int usual(long[] sorted) {
        long median = sorted[sorted.length / 2];
        long limit = median + EXCEPTIONAL * (median - sorted[0]);
        int usual = Math.max(UNTRUSTED, (int) (USUAL * (sorted.length - 1)) + 1);
        int fewest = Math.max(UNTRUSTED, (int) (MIN_USUAL * sorted.length));
        while (usual > fewest && sorted[usual - 1] > limit) {
            usual--;
        }
        return usual;
    }

    private static double within(double max, double value) {
        return Math.max(0, Math.min(max, value));
    }

    private static double reach(long[] sorted, int count, double mean) {
        double squares = Arrays.stream(sorted, 0, count).mapToDouble(it -> (it - mean) * (it - mean)).sum();
        return REACH * Math.sqrt(squares / (count - 1)) * (1 + DOUBT / count);
    }
}
