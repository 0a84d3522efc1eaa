package io.github.camelsms.store;

import java.time.Instant;

/**
 * Which node owns an account.
 *
 * @param since when it acquired the account
 * @param until when its lease ends unless it is renewed; in the past if nobody has taken over yet
 */
public record SmsOwner(String account, String node, long epoch, Instant since, Instant until) {
}
