package io.github.camelsms.store;

import java.time.Duration;

/**
 * Exclusive right of a node to send or poll for an account.
 *
 * @param account  the account
 * @param node     the owner
 * @param epoch    number that each acquisition increments; decisions under a lower epoch are rejected
 * @param duration validity of the lease, counted from before the call that granted or renewed it. The sender measures
 *                 it on a monotonic clock and starts a request only if the remaining time covers the request's timeout
 */
public record SmsLease(String account, String node, long epoch, Duration duration) {
}
