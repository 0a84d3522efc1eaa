package io.github.camelsms.benchmarks.peers;

import java.time.Duration;

/**
 * How fast senders may go.
 *
 * @param requestsPerSecond the account's limit
 * @param linger            how long the frameworks' aggregators wait for more messages; ours has no such setting
 */
public record Pace(int requestsPerSecond, Duration linger) {

    /** Far more than the machine can do. */
    public static final Pace LIFTED = new Pace(1_000_000, Duration.ofSeconds(1));

    /** What the service's interface allows; messages are gathered for as long as a request has to wait. */
    public static final Pace ONE_A_SECOND = new Pace(1, Duration.ofSeconds(1));
}
