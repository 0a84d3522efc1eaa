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
     * @param state       the state of the account that was saved last
     * @param predecessor the previous owner if it did not release the account: the new owner must wait one interval
     *                    before its first request; otherwise null
     */
    record Granted(SmsLease lease, SmsAccountState state, @Nullable String predecessor) implements SmsLeaseResult {
    }

    /**
     * Another node owns the account.
     *
     * @param remaining how long its lease holds, unless it is renewed
     */
    record Held(String owner, Duration remaining) implements SmsLeaseResult {
    }
}
