package io.github.camelsms.store;

import java.time.Duration;

/**
 * Condition for offering the outcome of a message to consumers of results.
 */
public enum SmsOffer {

    /** Never, because results are not consumed. */
    NEVER,
    /** As soon as it is known, because no caller waits for it. */
    AT_ONCE,
    /**
     * After {@link #CALLER_TIMEOUT}, unless it was acknowledged. A caller waits for it, and its process acknowledges it
     * after handing it over. If that process dies, a consumer of results gets it.
     */
    AFTER_CALLER;

    /** How long a waiting caller's process has to acknowledge a result. */
    public static final Duration CALLER_TIMEOUT = Duration.ofMinutes(1);

    /** Returns the delay before a result is offered. */
    public Duration delay() {
        return this == AFTER_CALLER ? CALLER_TIMEOUT : Duration.ZERO;
    }
}
