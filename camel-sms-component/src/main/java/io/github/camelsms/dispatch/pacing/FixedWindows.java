package io.github.camelsms.dispatch.pacing;

/**
 * Finds out whether the service counts requests in fixed seconds of its own clock, or allows short bursts, instead of
 * measuring the distance between two requests. Such a service takes requests an interval apart by departure, whatever
 * the network adds. Pure: time is passed in. Not thread-safe.
 * <p>
 * The proof is a probe: one request that certainly arrives too early for a service that measures distances. It is made
 * after many requests in a row that were not throttled, only where it can gain something, and less and less often when
 * it was throttled. A throttled probe costs no time: the regular slot comes later than the pause that follows.
 */
final class FixedWindows {

    /** Requests in a row without a 429 before the first probe; each failed probe doubles it. */
    static final int FIRST_PROBE_AFTER = 64;

    private static final int MAX_PROBE_AFTER = 1 << 16;
    /** A probe is worth its risk if the network costs at least this share of the interval. */
    private static final double MIN_GAIN = 0.03;
    /** Round trips that vary more than this share of the interval leave no room for a proof. */
    private static final double MAX_SPREAD = 0.45;
    private static final double PROBE_GAP = 0.75;
    /** A probe and what the network adds to it stay within this share of the interval. */
    private static final double CERTAINLY_EARLY = 0.95;
    /** Two requests throttled within so many disprove fixed windows. */
    private static final int MIN_BETWEEN_THROTTLED = 16;

    private static final long NONE = Long.MIN_VALUE;

    private final RoundTrips roundTrips;
    private long interval;
    private long lastDeparture = NONE;
    private int inARow;
    private int probeAfter = FIRST_PROBE_AFTER;
    private long probe = NONE;
    private long beforeProbe;
    private boolean confirmed;
    private boolean boundaryMet;

    FixedWindows(long intervalNanos, RoundTrips roundTrips) {
        this.interval = intervalNanos;
        this.roundTrips = roundTrips;
    }

    /** Forgets what was learned: the service may count another interval in another way. */
    void changeInterval(long intervalNanos) {
        interval = intervalNanos;
        confirmed = false;
        probe = NONE;
        inARow = 0;
    }

    /** Whether a probe was served, and nothing has disproved it since. */
    boolean areConfirmed() {
        return confirmed;
    }

    /** When the last request left; meaningful while {@link #areConfirmed()} or {@link #isProbeDue}. */
    long lastDeparture() {
        return lastDeparture;
    }

    /**
     * Whether the next request may be a probe, while no request is in flight.
     *
     * @param usualGap time between two requests at the learned pace, in nanoseconds
     */
    boolean isProbeDue(long usualGap) {
        return !confirmed && probe == NONE && lastDeparture != NONE && inARow >= probeAfter
                && usualGap - interval > MIN_GAIN * interval && roundTrips.spread() < MAX_SPREAD * interval;
    }

    /** When a probe may leave. */
    long probeSlot() {
        return lastDeparture + (long) Math.min(PROBE_GAP * interval, CERTAINLY_EARLY * interval - roundTrips.spread());
    }

    /**
     * A request leaves.
     *
     * @param isProbe whether {@link #isProbeDue} allowed it, so that it is a probe if it is early
     */
    void departed(long at, boolean isProbe) {
        if (isProbe && at - lastDeparture < interval) {
            probe = at;
            beforeProbe = lastDeparture;
        }
        lastDeparture = at;
    }

    /** A request was served. */
    void served(long departedAt, long at) {
        inARow++;
        if (departedAt == probe) {
            probe = NONE;
            long latestArrival = departedAt + Math.max(0, at - departedAt - roundTrips.shortest());
            confirmed = latestArrival - beforeProbe < CERTAINLY_EARLY * interval;
            boundaryMet = false;
            inARow = 0;
        }
    }

    /**
     * A request was throttled.
     *
     * @return whether that says nothing of the network: it was a probe, or met the boundary of a window
     */
    boolean throttled(long departedAt) {
        boolean wasProbe = departedAt == probe;
        boolean wasConfirmed = confirmed;
        if (wasProbe) {
            probe = NONE;
            probeFailed();
        } else if (confirmed && boundaryMet && inARow < MIN_BETWEEN_THROTTLED) {
            confirmed = false;
            probeFailed();
        }
        boundaryMet = true;
        inARow = 0;
        return wasProbe || wasConfirmed;
    }

    /** The request never left, or its arrival time is unknown: it proves nothing. */
    void unproven(long departedAt) {
        if (departedAt == probe) {
            probe = NONE;
            inARow = 0;
        }
    }

    private void probeFailed() {
        probeAfter = Math.min(MAX_PROBE_AFTER, 2 * probeAfter);
    }
}
