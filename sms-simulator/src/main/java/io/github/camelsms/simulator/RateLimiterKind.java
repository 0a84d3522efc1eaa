package io.github.camelsms.simulator;

/** How the service may count "one request per second", which the interface does not show. */
public enum RateLimiterKind {
    /** No second, wherever it starts, sees more than the allowed requests: the strictest reading. */
    SLIDING_SECOND,
    /** Seconds follow each other as on a clock; a request late in one and one early in the next both pass. */
    FIXED_SECOND,
    /** Permits trickle in evenly and one second's worth of them may be saved up. */
    TOKEN_BUCKET,
    /** A request must come at least 1/rate seconds after the previous admitted one. */
    MINIMUM_INTERVAL
}
