package io.github.camelsms.store;

import java.time.Instant;

/**
 * Owner of an account.
 *
 * @param since when it acquired the account
 * @param until when its lease expires unless it is renewed; in the past if no other node has taken over yet
 */
public record SmsOwner(String account, String node, long epoch, Instant since, Instant until) {
}
