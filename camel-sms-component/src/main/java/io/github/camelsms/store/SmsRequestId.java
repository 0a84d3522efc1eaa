package io.github.camelsms.store;

/**
 * The name of a request, before it is made.
 *
 * @param account the account
 * @param epoch   the epoch of the lease under which its messages were claimed
 * @param number  a number that its owner chose, from 1, used once in an epoch
 */
public record SmsRequestId(String account, long epoch, long number) {
}
