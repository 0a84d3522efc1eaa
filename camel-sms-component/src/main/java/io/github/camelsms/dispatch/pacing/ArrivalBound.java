package io.github.camelsms.dispatch.pacing;

/**
 * How late after its departure, beyond the shortest way there, a request may have arrived: what its round trip says of
 * it, read with more or less caution. Pure. Not thread-safe.
 * <p>
 * A round trip that took <i>s</i> longer than the shortest one has spent between 0 and <i>s</i> of that on the way
 * there. If both ways vary alike, neither spends more than half the usual spread: so <i>s</i> of a short round trip
 * bounds it, half the spread bounds it for a long one, and at both ends next to nothing is left open. Caution 0 takes
 * that bound. Below 0, part of what is left open is risked, at -1 all of it; above, up to 1, more than half the spread
 * may be spent on the way there; beyond 1, something is added that no round trip explains.
 * <p>
 * Caution is learned from refusals: each one raises it by a step, each request that was not refused lowers it by as
 * much less as keeps the share of refused requests near the target.
 */
final class ArrivalBound {

    private static final double BOLDEST = -1;
    private static final double WHOLE_SPREAD = 1;
    private static final double MAX_MARGIN = 6;
    /** What is added for each 1 of caution beyond the whole spread, as a share of the interval. */
    private static final double UNEXPLAINED = 0.1;
    private static final double STEP = 0.1;
    /** What the first refusal raises the caution by beyond that; the second half of it, the third a third of it. */
    private static final double FIRST_STEP = 0.15;
    /** A first minute without any risk costs more than its refusals. */
    private static final double INITIAL_CAUTION = -0.25;
    /** A round trip of so many spreads is an exception, of which nothing says where the time went. */
    private static final int EXCEPTIONAL = 2;

    private final RoundTrips roundTrips;
    private long interval;
    private double caution = INITIAL_CAUTION;
    private int raised;

    ArrivalBound(long intervalNanos, RoundTrips roundTrips) {
        this.interval = intervalNanos;
        this.roundTrips = roundTrips;
    }

    /** Counts in shares of another interval from now on; what was learned stays. */
    void changeInterval(long intervalNanos) {
        interval = intervalNanos;
    }

    double caution() {
        return caution;
    }

    /** At most so much later than by the shortest way there did a request with this round trip arrive. */
    long latest(long roundTripNanos) {
        long excess = Math.max(0, roundTripNanos - roundTrips.shortest());
        long spread = roundTrips.spread();
        if (excess > EXCEPTIONAL * spread) {
            return excess + unexplained();
        }
        return latest(excess, spread);
    }

    /** The same of a request that has no response yet. */
    long latestUnanswered() {
        return between(0, mostOnTheWay(roundTrips.spread()));
    }

    /**
     * A request was not refused.
     *
     * @param target share of refused requests to come near to
     */
    void lower(double target) {
        if (!roundTrips.isUntrusted()) {
            caution = Math.max(BOLDEST, caution - STEP * target / (1 - target));
        }
    }

    /** A request was refused. */
    void raise() {
        if (!roundTrips.isUntrusted()) {
            raised++;
            caution = Math.min(MAX_MARGIN, caution + STEP + FIRST_STEP / raised);
        }
    }

    /** From now on nothing is risked unless later answers allow it. */
    void stopRisking() {
        caution = Math.max(0, caution);
    }

    private long latest(long excess, long spread) {
        double upper = Math.min(excess, mostOnTheWay(spread));
        return between(Math.min(upper, Math.max(0, excess - spread / 2.0)), upper);
    }

    private double mostOnTheWay(long spread) {
        return spread / 2.0 * (1 + Math.max(0, Math.min(WHOLE_SPREAD, caution)));
    }

    private long between(double lower, double upper) {
        double risked = Math.max(0, -caution) * (upper - lower);
        return (long) (upper - risked) + unexplained();
    }

    private long unexplained() {
        return (long) (Math.max(0, caution - WHOLE_SPREAD) * UNEXPLAINED * interval);
    }
}
