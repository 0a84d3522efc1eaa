package io.github.camelsms.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Result of acquiring a lease.
 */
public sealed interface SmsLeaseResult {

    /**
     * The node owns the account from now on.
     *
     * @param state       the last saved state of the account
     * @param predecessor the previous owner, which may be this node, if it did not release the account, otherwise null;
     *                    if not null, the new owner must wait one interval before its first request
     */
    record Granted(SmsLease lease, SmsAccountState state, @Nullable String predecessor) implements SmsLeaseResult {
    }

    /**
     * Another node owns the account.
     *
     * @param remaining time until its lease expires, unless it is renewed
     */
    record Held(String owner, Duration remaining) implements SmsLeaseResult {
    }
}
