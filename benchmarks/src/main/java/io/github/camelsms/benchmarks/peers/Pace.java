package io.github.camelsms.benchmarks.peers;

import java.time.Duration;

/**
 * Rate of the senders.
 *
 * @param requestsPerSecond limit of the account
 * @param linger            linger time of the frameworks' aggregators; ours has none
 */
public record Pace(int requestsPerSecond, Duration linger) {

    /** Far more than the machine can do. */
    public static final Pace LIFTED = new Pace(1_000_000, Duration.ofSeconds(1));

    /** Limit of the service; messages are collected for the time of an interval. */
    public static final Pace ONE_A_SECOND = new Pace(1, Duration.ofSeconds(1));
}
