package io.github.camelsms.store;

import java.time.Duration;

/**
 * Exclusive right of a node to send or poll for an account.
 *
 * @param account  the account
 * @param node     the owner
 * @param epoch    number that rises with each acquisition; decisions under a lower epoch are rejected
 * @param duration validity of the lease, counted from before the call that granted or renewed it. The sender measures
 *                 it on a monotonic clock, and starts a request only if the lease lasts for the request's timeout or
 *                 half of this duration, whichever is shorter
 */
public record SmsLease(String account, String node, long epoch, Duration duration) {
}
