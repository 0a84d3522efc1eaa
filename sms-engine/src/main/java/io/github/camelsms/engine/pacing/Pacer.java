package io.github.camelsms.engine.pacing;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Rate limiter of one account: computes when the next request may depart, so that requests arrive at the service at
 * least an interval apart. Reads no clock and never sleeps. Not thread-safe.
 * <p>
 * The service counts arrivals, but only departures and responses are visible here. {@link RequestDelayBound} estimates
 * the latest arrival of each request from its round-trip time (RTT). The next request departs an interval after that.
 * Both times omit the shortest outbound delay, which cancels out.
 * <p>
 * Throttled requests (429) show how much of the RTT's variation is outbound, and whether the service also counts
 * throttled requests. {@link DeparturePace} detects services that accept requests which depart an interval apart.
 */
public final class Pacer {

    /** Result of {@link #notBefore()} while no request may depart before the next response. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Minimum first backoff after a 429. */
    private static final long MIN_FIRST_BACKOFF = Duration.ofMillis(20).toNanos();
    private static final long MIN_BACKOFF = Duration.ofMillis(100).toNanos();

    private static final String SAVED_VERSION = "2";
    private static final int SAVED_PARTS = 7;

    /** Divisor of the interval: minimum first backoff after a 429, for a service that counts only admitted requests. */
    private static final int FIRST_BACKOFF_SHARE = 50;
    /** Divisor of the interval: always added, because the service's clock may be coarse. */
    private static final int GUARD_SHARE = 1000;
    private static final int MAX_DOUBLINGS = 6;
    private static final int AVERAGED_GAPS = 8;
    /** Usual round trips without a response after which the service is silent. */
    private static final int SILENT_ROUND_TRIPS = 3;
    /** Target share of throttled requests; lower where each of them costs a whole interval. */
    private static final double THROTTLED_SHARE = 0.015;
    private static final double THROTTLED_SHARE_IF_COSTLY = 0.003;
    /** Earlier than any arrival by more than any interval. */
    private static final long NO_ARRIVAL = Long.MIN_VALUE / 2;

    private final RoundTrips roundTrips = new RoundTrips();
    private final RequestDelayBound delayBound;
    private final DeparturePace departurePace;
    private final Deque<Long> inFlight = new ArrayDeque<>();
    private long interval;
    private Pacing pacing;
    private long latestArrival = NO_ARRIVAL;
    /** As {@link #latestArrival}, if each request arrived as late as its round trip allows. */
    private long latestPossibleArrival = NO_ARRIVAL;
    private long latestResponse = NO_ARRIVAL;
    private long latestServedResponse = NO_ARRIVAL;
    /** As {@link #latestResponse}, without requests that have no response. */
    private long latestHeard = NO_ARRIVAL;
    private long usualGap;
    private long earliestDeparture;
    private int throttledInARow;
    private boolean countsThrottledRequests;
    private boolean isThrottlingCostly;

    public Pacer(long intervalNanos, Pacing pacing) {
        this.interval = intervalNanos;
        this.pacing = pacing;
        this.delayBound = new RequestDelayBound(intervalNanos, roundTrips);
        this.departurePace = new DeparturePace(intervalNanos, roundTrips);
        this.usualGap = intervalNanos;
    }

    /**
     * Sets interval and pacing, starting with the interval after the last request. Keeps the measured round trips, the
     * safety margin and the current backoff.
     */
    public void change(long intervalNanos, Pacing newPacing) {
        if (newPacing == Pacing.strict) {
            latestArrival = Math.max(latestArrival, latestResponse);
        }
        usualGap = Math.max(0, usualGap - interval) + intervalNanos;
        interval = intervalNanos;
        pacing = newPacing;
        delayBound.changeInterval(intervalNanos);
        departurePace.changeInterval(intervalNanos);
    }

    /** Allows no departure before this time. */
    public void holdUntil(long time) {
        earliestDeparture = Math.max(earliestDeparture, time);
    }

    /**
     * Returns the earliest time at which the next request may depart, in the clock's nanoseconds, or {@link #NEVER}
     * until the next response.
     */
    public long notBefore() {
        if (countsFromDepartures()) {
            return Math.max(earliestDeparture, departurePace.lastDeparture() + interval + guard());
        }
        Long latest = inFlight.peekLast();
        long arrival = latestArrival;
        if (latest != null) {
            if (pacing == Pacing.strict || roundTrips.isEmpty()) {
                return NEVER;
            }
            arrival = Math.max(arrival, latest + Math.min(interval, delayBound.ofRequestInFlight()));
        }
        return Math.max(earliestDeparture, arrival + interval + guard());
    }

    /**
     * Returns what was learned, for {@link #restore}: version, interval, delay bound, whether throttled requests are
     * counted and costly, departure pace, and recent round-trip times.
     */
    public String save() {
        return String.join(
                ";", SAVED_VERSION, Long.toString(interval), delayBound.save(), Boolean.toString(countsThrottledRequests),
                Boolean.toString(isThrottlingCostly), departurePace.save(), roundTrips.save());
    }

    /** Restores what an earlier pacer learned. Has no effect if it cannot be parsed or belongs to another interval. */
    public void restore(String saved) {
        String[] parts = saved.split(";", -1);
        if (parts.length != SAVED_PARTS || !parts[0].equals(SAVED_VERSION) || !parts[1].equals(Long.toString(interval))
                || !roundTrips.isEmpty()) {
            return;
        }
        try {
            roundTrips.restore(parts[6]);
            delayBound.restore(parts[2]);
            departurePace.restore(parts[5]);
            countsThrottledRequests = Boolean.parseBoolean(parts[3]);
            isThrottlingCostly = Boolean.parseBoolean(parts[4]);
        } catch (NumberFormatException e) {
            // A partial restore only affects how fast the rest is learned.
            throttledInARow = 0;
        }
    }

    /**
     * Returns from when on the service is silent: several usual round trips after its latest response, or after the
     * oldest request in flight has departed, whichever is later. Returns {@link #NEVER} if none is in flight.
     */
    public long silentFrom() {
        Long oldest = inFlight.peekFirst();
        return oldest == null
                ? NEVER : Math.max(latestHeard, oldest) + SILENT_ROUND_TRIPS * roundTrips.longestOfLatest();
    }

    /** Returns the recent average time between two departures under load: the interval plus the network's share. */
    public long usualGap() {
        return usualGap;
    }

    /** Returns the learned safety margin of the {@link RequestDelayBound}. */
    double safetyMargin() {
        return delayBound.safetyMargin();
    }

    /** Records a departure. */
    public void departed(long at) {
        departurePace.departed(at);
        inFlight.addLast(at);
    }

    /**
     * Records when a request in flight really departed: after its connection was established.
     *
     * @param recordedAt time given to {@link #departed}
     */
    public void departedLater(long recordedAt, long at) {
        if (at != recordedAt && inFlight.remove(recordedAt)) {
            inFlight.addLast(at);
            departurePace.departedLater(recordedAt, at);
        }
    }

    /** Records a response other than a 429. */
    public void responded(long departedAt, long at) {
        recordRoundTrip(departedAt, at);
        recordCloseResponse(at, false);
        latestServedResponse = Math.max(latestServedResponse, at);
        throttledInARow = 0;
        if (!countsFromDepartures()) {
            delayBound.lower(isThrottlingCostly ? THROTTLED_SHARE_IF_COSTLY : THROTTLED_SHARE);
        }
        counted(departedAt, at);
        boolean mayTry = pacing == Pacing.adaptive && !isThrottlingCostly && inFlight.isEmpty();
        departurePace.served(departedAt, usualGap, mayTry);
    }

    /** Records that a request never departed. */
    public void neverDeparted(long departedAt) {
        inFlight.remove(departedAt);
        departurePace.notCounted(departedAt);
    }

    /** Records that no response will come. The request may have arrived as late as now. */
    public void lost(long departedAt, long at) {
        recordResponse(departedAt, at);
        latestArrival = Math.max(latestArrival, at);
        latestPossibleArrival = latestArrival;
        if (countsFromDepartures()) {
            earliestDeparture = Math.max(earliestDeparture, at + interval);
        }
    }

    /**
     * Records a 429 and backs off, for at least the service's <code>Retry-After</code>. The first backoff ends when a
     * service that counts only admitted requests certainly accepts the next one. If that is throttled too, the service
     * counts throttled requests. From then on each backoff is at least an interval; without a <code>Retry-After</code>
     * it doubles with each 429 in a row.
     *
     * @param  retryAfterNanos the service's <code>Retry-After</code>, or 0
     * @return                 duration of the backoff, from <code>at</code>
     */
    public long throttled(long departedAt, long at, long retryAfterNanos) {
        recordRoundTrip(departedAt, at);
        // Requests that were in flight together are throttled together, which counts once.
        boolean isFirst = departedAt >= earliestDeparture;
        if (isFirst) {
            throttledInARow++;
            recordCloseResponse(at, true);
            departurePace.throttled(departedAt);
            if (!countsFromDepartures()) {
                delayBound.raise();
            }
        } else {
            departurePace.notCounted(departedAt);
        }
        countsThrottledRequests |= throttledInARow > 1;
        if (!isThrottlingCostly && (countsThrottledRequests || retryAfterNanos > interval / 2)) {
            isThrottlingCostly = true;
            delayBound.stopTakingRisks();
        }
        if (countsThrottledRequests || pacing == Pacing.strict) {
            counted(departedAt, at);
        }
        earliestDeparture = Math.max(earliestDeparture, at + Math.max(retryAfterNanos, backoff(at, retryAfterNanos > 0)));
        return earliestDeparture - at;
    }

    /** Records that the service counted a request, also if it has throttled it or a part of it. */
    public void counted(long departedAt, long at) {
        // Nothing is known yet about the network: a long first round trip may have been delayed on its way out.
        boolean isLongFirst = roundTrips.hasTooFew() && at - departedAt > interval;
        long arrival = pacing == Pacing.strict || isLongFirst
                ? at : departedAt + Math.min(interval, delayBound.of(Math.max(0, at - departedAt)));
        latestArrival = Math.max(latestArrival, arrival);
        long excess = Math.max(0, at - departedAt - roundTrips.shortest());
        latestPossibleArrival = Math.max(latestPossibleArrival, departedAt + excess);
        long networkCost = countsFromDepartures() ? 0 : arrival - departedAt;
        usualGap += (networkCost + interval + guard() - usualGap) / AVERAGED_GAPS;
    }

    private void recordRoundTrip(long departedAt, long at) {
        recordResponse(departedAt, at);
        latestHeard = Math.max(latestHeard, at);
        roundTrips.add(Math.max(0, at - departedAt));
    }

    private void recordResponse(long departedAt, long at) {
        inFlight.remove(departedAt);
        latestResponse = Math.max(latestResponse, at);
    }

    /** Records a request whose response followed the one to the last served request by less than an interval. */
    private void recordCloseResponse(long at, boolean wasThrottled) {
        if (at - latestServedResponse < interval && !countsFromDepartures()) {
            delayBound.closeResponse(wasThrottled);
        }
    }

    private boolean countsFromDepartures() {
        return pacing == Pacing.adaptive && departurePace.isInUse();
    }

    /**
     * @param isRequested whether the service requests a backoff: then the number of 429s does not prolong it
     */
    private long backoff(long at, boolean isRequested) {
        if (pacing == Pacing.adaptive && !countsThrottledRequests) {
            // If no request was served, another sender of the account may have sent one immediately before.
            long untilCertain
                    = latestPossibleArrival == NO_ARRIVAL ? interval : latestPossibleArrival + interval + guard() - at;
            return Math.max(untilCertain, Math.max(interval / FIRST_BACKOFF_SHARE, MIN_FIRST_BACKOFF));
        }
        // With adaptive pacing the first backoff is shorter than an interval and does not count.
        int first = pacing == Pacing.adaptive ? 2 : 1;
        int doublings = isRequested ? 0 : Math.min(Math.max(0, throttledInARow - first), MAX_DOUBLINGS);
        return Math.max(interval, MIN_BACKOFF) << doublings;
    }

    private long guard() {
        return pacing == Pacing.strict ? 0 : interval / GUARD_SHARE;
    }
}
