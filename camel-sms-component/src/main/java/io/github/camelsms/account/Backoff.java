package io.github.camelsms.account;

import java.time.Duration;

/**
 * Delays that double with each failure in a row.
 *
 * @param first delay after the first failure
 * @param max   upper bound
 */
public record Backoff(Duration first, Duration max) {

    /** Enough for every pair of delays in use, and far from an overflow. */
    private static final int MAX_DOUBLINGS = 20;

    /**
     * Returns the delay after a failure.
     *
     * @param failuresBefore how many failures in a row came before it; less than 0 counts as 0
     */
    public Duration after(int failuresBefore) {
        Duration delay = first.multipliedBy(1L << Math.min(MAX_DOUBLINGS, Math.max(0, failuresBefore)));
        return delay.compareTo(max) > 0 ? max : delay;
    }
}
