package io.github.camelsms.dispatch;

/**
 * The last round trips of an account, for what they say about the shortest one possible. Not thread-safe.
 */
final class RoundTrips {

    private static final int REMEMBERED = 128;
    /** Round trips that prove nothing yet: those of a process that warms up grow shorter one after the other. */
    private static final double UNTRUSTED = 8;

    private final long[] recent = new long[REMEMBERED];
    private long count;
    private long shortest;
    private long longest;

    boolean isEmpty() {
        return count == 0;
    }

    void add(long roundTripNanos) {
        recent[(int) (count % REMEMBERED)] = roundTripNanos;
        count++;
        int known = (int) Math.min(count, REMEMBERED);
        shortest = Long.MAX_VALUE;
        longest = 0;
        for (int i = 0; i < known; i++) {
            shortest = Math.min(shortest, recent[i]);
            longest = Math.max(longest, recent[i]);
        }
    }

    /**
     * The shortest of the last round trips, less a share that shrinks with their number: the first ones prove nothing
     * about how short a round trip can be, a hundred nearly all.
     */
    long trustedShortest() {
        if (count == 0) {
            return 0;
        }
        double trust = Math.max(0, 1.0 - UNTRUSTED / Math.min(count, REMEMBERED));
        return (long) (shortest * trust);
    }

    /**
     * How much longer than the trusted shortest a round trip may be, judged by the longest of the last ones.
     */
    long spread() {
        return longest - trustedShortest();
    }
}
