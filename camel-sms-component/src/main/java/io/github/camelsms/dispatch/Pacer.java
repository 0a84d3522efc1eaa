package io.github.camelsms.dispatch;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Answers when the next request may leave, so that the service sees requests at least an interval apart. Pure: it never
 * reads a clock and never sleeps. Not thread-safe.
 * <p>
 * The service counts arrivals and we see departures and answers only. An answer at <i>a</i> proves that its request had
 * arrived by <i>a</i> less the time the answer took. With the shortest round trip seen standing for the least way there
 * plus the least way back, a departure one interval after <i>a</i> minus that shortest round trip cannot arrive too
 * early. Until enough round trips were seen the shortest is trusted only in part, which makes a new account start as
 * carefully as {@link Pacing#strict}.
 */
final class Pacer {

    /** Answer to {@link #notBefore()} while only an answer of the service can open the next slot. */
    static final long NEVER = Long.MAX_VALUE;

    private static final long SHORTEST_PAUSE = 100_000_000L;
    /**
     * The share of the interval that is always added, for what is no network delay: a pause of a process, a coarse
     * clock.
     */
    private static final int GUARD_SHARE = 500;
    private static final int MAX_DOUBLINGS = 6;
    private static final double MARGIN_KEPT = 0.98;

    private final long interval;
    private final Pacing pacing;
    private final RoundTrips roundTrips = new RoundTrips();
    private final Deque<Long> unanswered = new ArrayDeque<>();
    private long latestArrival;
    private long pausedUntil;
    private int throttledInARow;
    private double learnedMargin;

    Pacer(long intervalNanos, Pacing pacing) {
        this.interval = intervalNanos;
        this.pacing = pacing;
        this.latestArrival = -2 * intervalNanos;
    }

    /**
     * Earliest time, in the clock's nanoseconds, at which the next request may leave; {@link #NEVER} while an answer
     * has to come first.
     */
    long notBefore() {
        Long latest = unanswered.peekLast();
        long arrival = latestArrival;
        if (latest != null) {
            if (pacing == Pacing.strict || roundTrips.isEmpty()) {
                return NEVER;
            }
            arrival = Math.max(arrival, latest + Math.min(interval, roundTrips.spread()));
        }
        long guard = pacing == Pacing.strict ? 0 : interval / GUARD_SHARE;
        return Math.max(pausedUntil, arrival + interval + guard + (long) learnedMargin);
    }

    void departed(long at) {
        unanswered.addLast(at);
    }

    /**
     * A request came back with an answer that was not a refusal for its rate.
     */
    void answered(long departedAt, long at) {
        throttledInARow = 0;
        learnedMargin *= MARGIN_KEPT;
        settle(departedAt, at);
    }

    /**
     * The request never left.
     */
    void neverLeft(long departedAt) {
        unanswered.remove(departedAt);
    }

    /**
     * No answer will come, so the request may have arrived as late as now.
     */
    void lost(long departedAt, long at) {
        unanswered.remove(departedAt);
        latestArrival = Math.max(latestArrival, at);
    }

    /**
     * A request was refused for its rate: nothing leaves for the time the service asks, or for one interval, doubled
     * with each refusal in a row.
     *
     * @param  retryAfterNanos what the service asks, or 0
     * @return                 how long nothing leaves, from <code>at</code>
     */
    long throttled(long departedAt, long at, long retryAfterNanos) {
        settle(departedAt, at);
        long own = Math.max(interval, SHORTEST_PAUSE) << Math.min(throttledInARow, MAX_DOUBLINGS);
        throttledInARow++;
        learnedMargin = Math.min(interval / 2.0, learnedMargin + Math.max(interval / 100.0, roundTrips.spread() / 4.0));
        long pause = Math.max(own, retryAfterNanos);
        pausedUntil = Math.max(pausedUntil, at + pause);
        return pause;
    }

    private void settle(long departedAt, long at) {
        unanswered.remove(departedAt);
        long roundTrip = Math.max(0, at - departedAt);
        roundTrips.add(roundTrip);
        long arrival = pacing == Pacing.strict ? at : departedAt + Math.min(interval, roundTrip - roundTrips.trustedShortest());
        latestArrival = Math.max(latestArrival, arrival);
    }
}
