package io.github.camelsms.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The response to a node that asked for a lease.
 */
public sealed interface SmsLeaseAnswer {

    /**
     * The node owns the account from now on.
     *
     * @param state       what was known of the account when it was saved last
     * @param predecessor the previous owner if it did not release the account, or null; then the new owner waits for
     *                    one interval before its first request
     */
    record Granted(SmsLease lease, SmsAccountState state, @Nullable String predecessor) implements SmsLeaseAnswer {
    }

    /**
     * Another node owns the account.
     *
     * @param remaining how long its lease holds, unless it is renewed
     */
    record Held(String owner, Duration remaining) implements SmsLeaseAnswer {
    }
}
