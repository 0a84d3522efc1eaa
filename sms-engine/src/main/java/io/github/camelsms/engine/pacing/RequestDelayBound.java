package io.github.camelsms.engine.pacing;

/**
 * Upper bound of a request's outbound delay, beyond the shortest one, estimated from its round-trip time (RTT) and a
 * learned safety margin. Reads no clock. Not thread-safe.
 * <p>
 * If an RTT exceeds the shortest one by <i>s</i>, the outbound delay is between 0 and <i>s</i>. If both directions vary
 * alike, it is also at most half the usual spread. The safety margin selects the bound:
 * <ul>
 * <li>0: the smaller of <i>s</i> and half the spread.
 * <li>-1 to 0: less, down to the smallest possible delay.
 * <li>0 to 1: up to the full spread instead of half of it.
 * <li>above 1: the full spread plus a share of the interval.
 * </ul>
 * Each throttled request raises the margin. Each other request lowers it by a smaller step, so that the share of
 * throttled requests approaches the target.
 * <p>
 * If only the outbound delay varies, a request is throttled whenever its response follows the previous one by less than
 * an interval. The share of these requests that were throttled shows how the variation is divided between the two ways.
 * Its square is added to the margin.
 */
final class RequestDelayBound {

    private static final int SAVED_PARTS = 4;
    private static final double MIN_SAFETY_MARGIN = -1;
    private static final double FULL_SPREAD = 1;
    private static final double MAX_SAFETY_MARGIN = 6;
    /** Share of the interval that is added for each 1 of safety margin above 1. */
    private static final double ADDED_SHARE = 0.1;
    private static final double STEP = 0.1;
    /** Added to the first step; the second step adds a half of it, the third step a third. */
    private static final double FIRST_EXTRA_STEP = 0.15;
    /** Below 0, because in the first minute a safe bound costs more time than some throttled requests. */
    private static final double INITIAL_SAFETY_MARGIN = -0.25;
    /** The whole excess of an RTT above this many spreads may be outbound delay. */
    private static final int OUTLIER_SPREADS = 2;
    /** Added to the number of close responses, so that a few of them have little effect. */
    private static final double EXTRA_CLOSE_RESPONSES = 2;

    private final RoundTrips roundTrips;
    private long interval;
    private double safetyMargin = INITIAL_SAFETY_MARGIN;
    private int timesRaised;
    private long closeResponses;
    private long closeThrottled;

    RequestDelayBound(long intervalNanos, RoundTrips roundTrips) {
        this.interval = intervalNanos;
        this.roundTrips = roundTrips;
    }

    /** Sets the interval and keeps the safety margin. */
    void changeInterval(long intervalNanos) {
        interval = intervalNanos;
    }

    String save() {
        return safetyMargin + "," + timesRaised + "," + closeResponses + "," + closeThrottled;
    }

    void restore(String saved) {
        String[] parts = saved.split(",", -1);
        if (parts.length != SAVED_PARTS) {
            throw new NumberFormatException(saved);
        }
        double margin = Double.parseDouble(parts[0]);
        timesRaised = Math.max(0, Integer.parseInt(parts[1]));
        closeResponses = Math.max(0, Long.parseLong(parts[2]));
        closeThrottled = Math.max(0, Math.min(closeResponses, Long.parseLong(parts[3])));
        safetyMargin = Math.max(MIN_SAFETY_MARGIN, Math.min(MAX_SAFETY_MARGIN, margin));
    }

    double safetyMargin() {
        return safetyMargin;
    }

    /** Returns the bound for a request with this RTT, in nanoseconds. */
    long of(long roundTripNanos) {
        long excess = Math.max(0, roundTripNanos - roundTrips.shortest());
        long spread = roundTrips.spread();
        if (excess > OUTLIER_SPREADS * spread) {
            return excess + addedBeyondSpread();
        }
        double upper = Math.min(excess, maxOutbound(spread));
        return between(Math.min(upper, Math.max(0, excess - spread / 2.0)), upper);
    }

    /** Returns the bound for a request that is still in flight. */
    long ofRequestInFlight() {
        return between(0, maxOutbound(roundTrips.spread()));
    }

    /**
     * Lowers the safety margin after a request that was not throttled.
     *
     * @param target share of throttled requests to approach, 0 to 1
     */
    void lower(double target) {
        if (!roundTrips.hasTooFew()) {
            safetyMargin = Math.max(MIN_SAFETY_MARGIN, safetyMargin - STEP * target / (1 - target));
        }
    }

    /** Raises the safety margin after a throttled request. */
    void raise() {
        if (!roundTrips.hasTooFew()) {
            timesRaised++;
            safetyMargin = Math.min(MAX_SAFETY_MARGIN, safetyMargin + STEP + FIRST_EXTRA_STEP / timesRaised);
        }
    }

    /** Records a request whose response followed the previous one by less than an interval. */
    void closeResponse(boolean wasThrottled) {
        closeResponses++;
        closeThrottled += wasThrottled ? 1 : 0;
    }

    /** Raises a negative safety margin to 0; later requests may lower it again. */
    void stopTakingRisks() {
        safetyMargin = Math.max(0, safetyMargin);
    }

    private double maxOutbound(long spread) {
        return spread / 2.0 * (1 + Math.max(0, Math.min(FULL_SPREAD, margin())));
    }

    private long between(double lower, double upper) {
        double riskTaken = Math.max(0, -margin()) * (upper - lower);
        return (long) (upper - riskTaken) + addedBeyondSpread();
    }

    private long addedBeyondSpread() {
        return (long) (Math.max(0, margin() - FULL_SPREAD) * ADDED_SHARE * interval);
    }

    /** Returns the safety margin, increased if mostly the outbound delay varies. */
    private double margin() {
        double share = closeThrottled / (closeResponses + EXTRA_CLOSE_RESPONSES);
        return safetyMargin + share * share;
    }
}
