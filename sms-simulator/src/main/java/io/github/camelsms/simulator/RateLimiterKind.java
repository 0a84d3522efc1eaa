package io.github.camelsms.simulator;

/** The algorithm that counts "one request per second", which the interface does not show. */
public enum RateLimiterKind {
    /** Any period of one second, wherever it starts, admits at most the allowed requests: the strictest reading. */
    SLIDING_SECOND,
    /**
     * Each second of the clock is counted separately; a request late in one and one early in the next are both
     * admitted.
     */
    FIXED_SECOND,
    /** Permits are added at an even rate; one second's worth of them can be saved. */
    TOKEN_BUCKET,
    /** A request must come at least 1/rate seconds after the previous admitted one. */
    MINIMUM_INTERVAL
}
