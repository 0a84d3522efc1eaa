package io.github.camelsms.model;

import java.time.Duration;

/**
 * Exponential backoff: the delay doubles with each consecutive failure.
 *
 * @param first delay after the first failure
 * @param max   upper bound
 */
public record Backoff(Duration first, Duration max) {

    /** Enough for all delays in use, and far from an overflow. */
    private static final int MAX_DOUBLINGS = 20;

    /**
     * Returns the delay after a failure.
     *
     * @param failuresBefore number of consecutive failures before it; negative numbers count as 0
     */
    public Duration after(int failuresBefore) {
        Duration delay = first.multipliedBy(1L << Math.min(MAX_DOUBLINGS, Math.max(0, failuresBefore)));
        return delay.compareTo(max) > 0 ? max : delay;
    }
}
