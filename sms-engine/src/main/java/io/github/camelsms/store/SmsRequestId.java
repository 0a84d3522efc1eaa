package io.github.camelsms.store;

/**
 * Identifier of a request, assigned before it is sent.
 *
 * @param account the account
 * @param epoch   epoch of the lease under which its messages were claimed
 * @param number  number that its owner assigned, from 1, unique within the epoch
 */
public record SmsRequestId(String account, long epoch, long number) {
}
