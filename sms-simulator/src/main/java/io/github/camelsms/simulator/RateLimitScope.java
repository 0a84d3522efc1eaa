package io.github.camelsms.simulator;

/** The requests that the rate limit counts. */
public enum RateLimitScope {
    /** Send requests only, as the interface says; status requests are not limited. */
    SEND,
    /** Each of the three operations separately. */
    EACH_OPERATION,
    /** All operations together. */
    ALL_OPERATIONS
}
