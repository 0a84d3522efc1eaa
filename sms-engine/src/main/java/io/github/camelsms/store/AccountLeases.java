package io.github.camelsms.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Leases of accounts. Only the owner of an account's lease sends for the account. Polling the account's statuses has a
 * separate lease with the name {@link #ofStatuses}; only its owner polls them. All times are those of the store's
 * clock.
 */
public interface AccountLeases {

    /** How long a node counts as waiting for an account after it tried to acquire it. */
    Duration WAITING_TIMEOUT = Duration.ofSeconds(10);

    /** Returns the name of the lease under which the statuses of an account are polled. */
    static String ofStatuses(String account) {
        return account + " (statuses)";
    }

    /**
     * Acquires an account whose lease has expired, was released, or belongs to this node. Each acquisition begins an
     * epoch with a higher number than all before, including those that a database has lost with its last commits.
     * Decisions under a lower epoch are rejected from then on. A store that belongs to one process takes over the
     * accounts of an earlier process immediately. If another node owns the account, the owner can see that this node
     * waits for it.
     *
     * @param node unique name of this process, which no earlier process has used
     */
    CompletionStage<SmsLeaseResult> acquire(String account, String node);

    /**
     * Renews a lease for its full duration from now. An expired lease can be renewed until another node takes over.
     *
     * @return false if another node has taken over
     */
    CompletionStage<Boolean> renew(SmsLease lease);

    /**
     * Releases an account. Another node can acquire it immediately.
     *
     * @return false if another node has taken over
     */
    CompletionStage<Boolean> release(SmsLease lease);

    /**
     * Saves the state of an account for the next owner or the next start.
     *
     * @return false if another node has taken over; nothing was saved
     */
    CompletionStage<Boolean> save(SmsLease lease, SmsAccountState state);

    /** Returns the accounts that were acquired and not released, by name. */
    CompletionStage<List<SmsOwner>> owners();

    /**
     * Registers a node or records its heartbeat. If the store's clock goes back, the other nodes do not count as alive
     * for longer from then on.
     *
     * @param  timeToLive how long the node counts as alive from now on; zero removes it
     * @return            the names of the nodes that are alive, sorted
     */
    CompletionStage<List<String>> beat(String node, Duration timeToLive);
}
