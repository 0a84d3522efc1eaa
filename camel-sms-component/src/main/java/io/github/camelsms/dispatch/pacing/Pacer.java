package io.github.camelsms.dispatch.pacing;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Answers when the next request may leave, so that the service sees requests at least an interval apart. Pure: it never
 * reads a clock and never sleeps. Not thread-safe.
 * <p>
 * The service counts arrivals and we see departures and answers only. {@link ArrivalBound} bounds each arrival from the
 * request's round trip; the next one leaves an interval after the latest arrival possible. Both are counted from the
 * shortest way there, which cancels out. What is known of an account is learned from its refusals: how much of the
 * network's variation is on the way there, and whether the service counts refused requests too. {@link FixedWindows}
 * finds out whether the service measures distances at all.
 */
public final class Pacer {

    /** Answer to {@link #notBefore()} while only a response of the service can open the next slot. */
    public static final long NEVER = Long.MAX_VALUE;

    static final long MIN_PAUSE = 100_000_000L;

    /**
     * The first pause after a refusal, as a share of the interval, for a service that counts admitted requests only.
     */
    private static final int PAUSE_SHARE = 8;
    /** The share of the interval that is always added, for what is no network delay: a coarse clock. */
    private static final int GUARD_SHARE = 1000;
    private static final int MAX_DOUBLINGS = 6;
    private static final int GAPS_AVERAGED = 8;
    /** Refused requests that are worth what they save: fewer where each costs a whole interval. */
    private static final double CHEAP_REFUSALS = 0.01;
    private static final double DEAR_REFUSALS = 0.003;
    /** So long ago that no interval reaches from there to now. */
    private static final long NO_ARRIVAL = Long.MIN_VALUE / 2;

    private final RoundTrips roundTrips = new RoundTrips();
    private final ArrivalBound wayThere;
    private final FixedWindows fixedWindows;
    private final Deque<Long> unanswered = new ArrayDeque<>();
    private long interval;
    private Pacing pacing;
    private long latestArrival = NO_ARRIVAL;
    private long latestResponse = NO_ARRIVAL;
    private long usualGap;
    private long pausedUntil;
    private int refusalsInARow;
    private boolean refusedRequestsCount;
    private boolean refusalsAreDear;

    public Pacer(long intervalNanos, Pacing pacing) {
        this.interval = intervalNanos;
        this.pacing = pacing;
        this.wayThere = new ArrivalBound(intervalNanos, roundTrips);
        this.fixedWindows = new FixedWindows(intervalNanos, roundTrips);
        this.usualGap = intervalNanos;
    }

    /**
     * Counts with another interval from the last request on. What is known of the network and of the service, and a
     * pause that the service asked for, stays.
     */
    public void change(long intervalNanos, Pacing newPacing) {
        if (newPacing == Pacing.strict) {
            latestArrival = Math.max(latestArrival, latestResponse);
        }
        usualGap = Math.max(0, usualGap - interval) + intervalNanos;
        interval = intervalNanos;
        pacing = newPacing;
        wayThere.changeInterval(intervalNanos);
        fixedWindows.changeInterval(intervalNanos);
    }

    /** Nothing leaves before this time. */
    public void holdUntil(long time) {
        pausedUntil = Math.max(pausedUntil, time);
    }

    /**
     * Earliest time, in the clock's nanoseconds, at which the next request may leave; {@link #NEVER} while a response
     * has to come first.
     */
    public long notBefore() {
        if (countsFromDepartures()) {
            return Math.max(pausedUntil, fixedWindows.lastDeparture() + interval + guard());
        }
        if (mayProbe()) {
            return Math.max(pausedUntil, fixedWindows.probeSlot());
        }
        Long latest = unanswered.peekLast();
        long arrival = latestArrival;
        if (latest != null) {
            if (pacing == Pacing.strict || roundTrips.isEmpty()) {
                return NEVER;
            }
            arrival = Math.max(arrival, latest + Math.min(interval, wayThere.latestUnanswered()));
        }
        return Math.max(pausedUntil, arrival + interval + guard());
    }

    /** How far apart requests leave, lately, while messages wait: the interval and what the network adds to it. */
    public long usualGap() {
        return usualGap;
    }

    /** What is added to the interval, judged by the way there: the pace that was learned. */
    double caution() {
        return wayThere.caution();
    }

    public void departed(long at) {
        fixedWindows.departed(at, mayProbe());
        unanswered.addLast(at);
    }

    /**
     * A request came back with a response that was not a refusal for its rate.
     */
    public void answered(long departedAt, long at) {
        responded(departedAt, at);
        refusalsInARow = 0;
        fixedWindows.served(departedAt, at);
        roundTrips.add(Math.max(0, at - departedAt));
        if (!countsFromDepartures()) {
            wayThere.lower(refusalsAreDear ? DEAR_REFUSALS : CHEAP_REFUSALS);
        }
        arrived(departedAt, at);
    }

    /**
     * The request never left.
     */
    public void neverLeft(long departedAt) {
        unanswered.remove(departedAt);
        fixedWindows.unproven(departedAt);
    }

    /**
     * No response will come, so the request may have arrived as late as now.
     */
    public void lost(long departedAt, long at) {
        responded(departedAt, at);
        fixedWindows.unproven(departedAt);
        latestArrival = Math.max(latestArrival, at);
        if (countsFromDepartures()) {
            pausedUntil = Math.max(pausedUntil, at + interval);
        }
    }

    /**
     * A request was refused for its rate: nothing leaves for the time the service asks, or for a while of our own. The
     * first pause is a short one; if the service refuses what comes after it, it seems to count refused requests too,
     * and from then on each pause is a whole interval, doubled with each refusal in a row.
     *
     * @param  retryAfterNanos what the service asks, or 0
     * @return                 how long nothing leaves, from <code>at</code>
     */
    public long throttled(long departedAt, long at, long retryAfterNanos) {
        responded(departedAt, at);
        roundTrips.add(Math.max(0, at - departedAt));
        // Requests that were out together are refused together: that is one refusal, not several in a row.
        boolean another = departedAt >= pausedUntil;
        boolean isExplained = another && fixedWindows.throttled(departedAt);
        if (another && !isExplained) {
            wayThere.raise();
            refusalsInARow++;
        }
        refusedRequestsCount |= refusalsInARow > 1;
        if (!refusalsAreDear && (refusedRequestsCount || retryAfterNanos > interval / 2)) {
            refusalsAreDear = true;
            wayThere.stopRisking();
        }
        if (refusedRequestsCount || pacing == Pacing.strict) {
            arrived(departedAt, at);
        }
        long pause = Math.max(retryAfterNanos, ownPause());
        pausedUntil = Math.max(pausedUntil, at + pause);
        return pausedUntil - at;
    }

    private void responded(long departedAt, long at) {
        unanswered.remove(departedAt);
        latestResponse = Math.max(latestResponse, at);
    }

    private boolean countsFromDepartures() {
        return pacing == Pacing.adaptive && fixedWindows.areConfirmed();
    }

    /** Whether the next request may find out how the service counts. */
    private boolean mayProbe() {
        return pacing == Pacing.adaptive && !refusalsAreDear && unanswered.isEmpty() && fixedWindows.isProbeDue(usualGap);
    }

    private long ownPause() {
        if (pacing == Pacing.adaptive && !refusedRequestsCount) {
            return Math.max(interval / PAUSE_SHARE, MIN_PAUSE);
        }
        // Counted from the first pause that was a whole interval, which with adaptive pacing may be the second one.
        int first = pacing == Pacing.adaptive ? 2 : 1;
        int doublings = Math.min(Math.max(0, refusalsInARow - first), MAX_DOUBLINGS);
        return Math.max(interval, MIN_PAUSE) << doublings;
    }

    private void arrived(long departedAt, long at) {
        long arrival = pacing == Pacing.strict
                ? at : departedAt + Math.min(interval, wayThere.latest(Math.max(0, at - departedAt)));
        latestArrival = Math.max(latestArrival, arrival);
        long networkCost = countsFromDepartures() ? 0 : arrival - departedAt;
        usualGap += (networkCost + interval + guard() - usualGap) / GAPS_AVERAGED;
    }

    private long guard() {
        return pacing == Pacing.strict ? 0 : interval / GUARD_SHARE;
    }
}
