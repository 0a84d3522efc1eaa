package io.github.camelsms.dispatch;

import java.util.Arrays;

/**
 * The last round trips of an account, for what they say about the shortest and the usual longest one. Not thread-safe.
 */
final class RoundTrips {

    private static final int REMEMBERED = 256;
    /** Round trips that prove nothing yet: those of a process that warms up grow shorter one after the other. */
    private static final int UNTRUSTED = 5;
    /** How far below the shortest one seen the shortest possible may lie: this share of the spread, over the root. */
    private static final double DOUBT = 0.5;
    private static final double USUAL = 0.97;
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
        long shortestSeen = sorted[0];
        usualLongest = sorted[(int) (USUAL * (known - 1))];
        long doubt = (long) (DOUBT * (usualLongest - shortestSeen) / Math.sqrt(known));
        shortest = isUntrusted() ? 0 : Math.max(0, shortestSeen - doubt);
    }
}
