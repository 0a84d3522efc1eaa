package io.github.camelsms.dispatch.pacing;

/**
 * Detector of services that count requests in fixed seconds of their own clock, or allow short bursts. Such a service
 * accepts requests that depart an interval apart, regardless of network delays. Other services measure the time between
 * two arrivals. Reads no clock. Not thread-safe.
 * <p>
 * A probe is one request that certainly arrives too early for a service that measures the time between arrivals. It
 * needs many requests in a row that were not throttled, and a gain that is worth it. Each throttled probe doubles the
 * number of requests before the next one. A throttled probe costs no time: the pause after it ends before the regular
 * slot.
 */
final class FixedWindows {

    /** Requests in a row without a 429 before the first probe; each throttled probe doubles this number. */
    static final int FIRST_PROBE_AFTER = 64;

    private static final int MAX_PROBE_AFTER = 1 << 16;
    /** Share of the interval that the network must cost before a probe is worth its risk. */
    private static final double MIN_GAIN = 0.03;
    /** Spread of round-trip times, as a share of the interval, above which a probe proves nothing. */
    private static final double MAX_SPREAD = 0.45;
    private static final double PROBE_GAP = 0.75;
    /** Share of the interval within which a probe certainly arrives too early. */
    private static final double CERTAINLY_EARLY = 0.95;
    /** Two throttled requests with fewer requests between them disprove fixed windows. */
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

    /** Sets the interval and resets what was learned, because the service may count another interval differently. */
    void changeInterval(long intervalNanos) {
        interval = intervalNanos;
        confirmed = false;
        probe = NONE;
        inARow = 0;
    }

    /** Returns whether a probe was served and nothing has disproved fixed windows since. */
    boolean areConfirmed() {
        return confirmed;
    }

    String save() {
        return confirmed + "," + probeAfter;
    }

    void restore(String saved) {
        int comma = saved.indexOf(',');
        probeAfter = Math.max(FIRST_PROBE_AFTER, Math.min(MAX_PROBE_AFTER, Integer.parseInt(saved.substring(comma + 1))));
        confirmed = Boolean.parseBoolean(saved.substring(0, Math.max(0, comma)));
    }

    /** Returns when the last request departed; valid while {@link #areConfirmed()} or {@link #isProbeDue}. */
    long lastDeparture() {
        return lastDeparture;
    }

    /**
     * Returns whether the next request may be a probe. Called only while no request is in flight.
     *
     * @param usualGap time between two requests at the learned pace, in nanoseconds
     */
    boolean isProbeDue(long usualGap) {
        return !confirmed && probe == NONE && lastDeparture != NONE && inARow >= probeAfter
                && usualGap - interval > MIN_GAIN * interval && roundTrips.spread() < MAX_SPREAD * interval;
    }

    /** Returns when a probe may depart. */
    long probeSlot() {
        return lastDeparture + (long) Math.min(PROBE_GAP * interval, CERTAINLY_EARLY * interval - roundTrips.spread());
    }

    /**
     * Records a departure.
     *
     * @param isProbe whether {@link #isProbeDue} was true, so that an early request is a probe
     */
    void departed(long at, boolean isProbe) {
        if (isProbe && at - lastDeparture < interval) {
            probe = at;
            beforeProbe = lastDeparture;
        }
        lastDeparture = at;
    }

    /** Records a request that was not throttled. */
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
     * Records a throttled request.
     *
     * @return whether the network is not the cause: the request was a probe, or fixed windows were confirmed
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

    /**
     * Records a request that never departed or whose arrival time is unknown. It proves nothing, and the next request
     * proves nothing compared to it.
     */
    void unproven(long departedAt) {
        inARow = 0;
        if (departedAt == probe) {
            probe = NONE;
        }
    }

    private void probeFailed() {
        probeAfter = Math.min(MAX_PROBE_AFTER, 2 * probeAfter);
    }
}
