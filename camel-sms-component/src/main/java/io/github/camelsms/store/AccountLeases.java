package io.github.camelsms.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Says which node sends and polls for an account: one at a time, the owner of its lease. Time is that of the store.
 */
public interface AccountLeases {

    /**
     * Acquires an account whose lease has ended, was released, or belongs to this node. Each time the epoch grows, and
     * what was decided under a lower one is refused from then on. A store of one process takes over at once what an
     * earlier process has left.
     *
     * @param node a name that no other process has, nor has had
     */
    CompletionStage<SmsLeaseAnswer> acquire(String account, String node);

    /**
     * Extends a lease to its whole duration from now, also one that has ended if nobody has taken over.
     *
     * @return false if another node has taken over
     */
    CompletionStage<Boolean> renew(SmsLease lease);

    /**
     * Gives an account up. Another node can acquire it at once.
     *
     * @return false if another node has taken over
     */
    CompletionStage<Boolean> release(SmsLease lease);

    /**
     * Saves what is known of an account, for the next owner or the next start.
     *
     * @return false if another node has taken over; nothing was saved
     */
    CompletionStage<Boolean> save(SmsLease lease, SmsAccountState state);

    /** Returns the accounts that were acquired and not released, by name. */
    CompletionStage<List<SmsOwner>> owners();

    /**
     * Registers a node, or says that it is alive.
     *
     * @param  timeToLive how long it counts as alive from now on; zero takes it off the list
     * @return            the names of the nodes that are alive, sorted
     */
    CompletionStage<List<String>> beat(String node, Duration timeToLive);
}
