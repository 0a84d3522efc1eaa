package io.github.camelsms.engine.pacing;

/**
 * Detector of services that accept requests which depart an interval apart, regardless of network delays. Examples are
 * services that count fixed seconds of their own clock or allow short bursts, and networks in which only the way back
 * varies. Reads no clock. Not thread-safe.
 * <p>
 * A trial counts the interval from departures. If the service measures the time between arrivals, about every second
 * request of a trial is throttled, and the first 429 ends it. After some requests without a 429 the trial has
 * succeeded, and the pace is kept until two 429s are close to each other. With fixed windows, a 429 shows that the
 * requests arrive near a boundary of two windows. The next request departs after the backoff, so that later ones arrive
 * at another position in the window.
 */
final class DeparturePace {

    /** Requests in a row without a 429 before the first trial. */
    static final int FIRST_TRIAL_AFTER = 12;
    /** Requests in a row without a 429 before a trial, after a 429 or where round trips are long. */
    static final int TRIAL_AFTER_THROTTLED = 64;
    /** Requests at full pace without a 429 after which a trial has succeeded. */
    static final int TRIAL_LENGTH = 8;
    /** Two 429s with fewer requests at full pace between them end the pace. */
    static final int MIN_BETWEEN_THROTTLED = 64;

    private static final int MAX_TRIAL_AFTER = 1 << 16;
    /** Factor of the number of requests before the next trial, halved for each request that the last one served. */
    private static final int NEXT_TRIAL_FACTOR = 16;
    /** Share of the interval that the network must cost before a trial is worth its risk. */
    private static final double MIN_GAIN = 0.03;
    /** Divisor of the interval: minimum RTT from which round trips, and thus 429s, are expensive. */
    private static final int LONG_ROUND_TRIP_SHARE = 4;
    /** Earlier than any departure by more than any interval. */
    private static final long NONE = Long.MIN_VALUE / 2;

    private final RoundTrips roundTrips;
    private long interval;
    private long lastDeparture = NONE;
    private long departureBefore = NONE;
    private int inARow;
    private int trialAfter = FIRST_TRIAL_AFTER;
    private boolean inUse;
    private boolean hasSucceeded;

    DeparturePace(long intervalNanos, RoundTrips roundTrips) {
        this.interval = intervalNanos;
        this.roundTrips = roundTrips;
    }

    /** Sets the interval and ends the pace, because the service may count another interval differently. */
    void changeInterval(long intervalNanos) {
        interval = intervalNanos;
        inUse = false;
        inARow = 0;
    }

    /** Returns whether the interval is counted from departures, in a trial or after a successful one. */
    boolean isInUse() {
        return inUse;
    }

    String save() {
        return (inUse && hasSucceeded) + "," + trialAfter;
    }

    void restore(String saved) {
        int comma = saved.indexOf(',');
        trialAfter = Math.max(FIRST_TRIAL_AFTER, Math.min(MAX_TRIAL_AFTER, Integer.parseInt(saved.substring(comma + 1))));
        inUse = Boolean.parseBoolean(saved.substring(0, Math.max(0, comma)));
        hasSucceeded = inUse;
        inARow = inUse ? MIN_BETWEEN_THROTTLED : 0;
    }

    /** Returns when the last request departed that was not throttled. */
    long lastDeparture() {
        return lastDeparture;
    }

    void departed(long at) {
        departureBefore = lastDeparture;
        lastDeparture = at;
    }

    /** Corrects a departure. */
    void departedLater(long recordedAt, long at) {
        if (lastDeparture == recordedAt) {
            lastDeparture = at;
        } else if (departureBefore == recordedAt) {
            departureBefore = Math.min(at, lastDeparture);
        }
    }

    /** Records a request that the service did not count. */
    void notCounted(long departedAt) {
        if (departedAt == lastDeparture) {
            lastDeparture = departureBefore;
        }
    }

    /**
     * Records a request that was not throttled. May start a trial.
     *
     * @param usualGap time between two requests at the learned pace, in nanoseconds
     * @param mayTry   whether a trial may start
     */
    void served(long departedAt, long usualGap, boolean mayTry) {
        if (inUse) {
            inARow += isAtFullPace(departedAt) ? 1 : 0;
            if (!hasSucceeded && inARow >= TRIAL_LENGTH) {
                hasSucceeded = true;
                inARow = MIN_BETWEEN_THROTTLED;
            }
        } else {
            inARow++;
            if (mayTry && isTrialDue(usualGap)) {
                inUse = true;
                hasSucceeded = false;
                inARow = 0;
            }
        }
    }

    /** Records a throttled request. May end the pace. */
    void throttled(long departedAt) {
        notCounted(departedAt);
        if (!inUse) {
            trialAfter = Math.max(TRIAL_AFTER_THROTTLED, trialAfter);
        } else if (!hasSucceeded || inARow < MIN_BETWEEN_THROTTLED) {
            inUse = false;
            int next = Math.min(MAX_TRIAL_AFTER, NEXT_TRIAL_FACTOR * trialAfter);
            trialAfter = Math.max(FIRST_TRIAL_AFTER, hasSucceeded ? next : next >> inARow);
        }
        inARow = 0;
    }

    /** Returns whether a request departed an interval after the previous one; at low load, requests prove nothing. */
    private boolean isAtFullPace(long departedAt) {
        return departedAt == lastDeparture && lastDeparture - departureBefore < interval + minGain();
    }

    private double minGain() {
        return MIN_GAIN * interval;
    }

    private boolean isTrialDue(long usualGap) {
        int after = roundTrips.shortest() < interval / LONG_ROUND_TRIP_SHARE
                ? trialAfter : Math.max(TRIAL_AFTER_THROTTLED, trialAfter);
        return inARow >= after && usualGap - interval > minGain();
    }
}
