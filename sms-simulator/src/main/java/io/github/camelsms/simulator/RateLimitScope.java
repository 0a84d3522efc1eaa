package io.github.camelsms.simulator;

/** Which requests the rate limit counts. */
public enum RateLimitScope {
    /** Send requests only, as the interface says; status requests are free. */
    SEND,
    /** Each of the three operations by itself. */
    EACH_OPERATION,
    /** All operations together. */
    ALL_OPERATIONS
}
