package io.github.camelsms.account;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.observe.Ownership;
import io.github.camelsms.ownership.Nodes;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;

import org.apache.camel.util.InetAddressUtil;

/**
 * This process as one of the nodes that share the message store of a component: it owns accounts, and purges the store.
 * Thread-safe.
 */
final class StoreNode {

    private final MessageStore store;
    private final EngineClock clock;
    private final StorePurge purge;
    /** The nodes that share the store, or null if it belongs to this process. */
    private final @Nullable Nodes nodes;
    /** Unique name of this process. */
    private final String name = InetAddressUtil.getLocalHostNameSafe() + "-" + UUID.randomUUID();

    /** An account with one of its leases, and the ownership of that lease. */
    record Owned(OwnedAccount account, Ownership ownership) {
    }

    StoreNode(MessageStore store, EngineClock clock) {
        this.store = store;
        this.clock = clock;
        this.purge = new StorePurge(store, clock);
        this.nodes = store.isShared() ? new Nodes(store, name, clock) : null;
        purge.start();
        if (nodes != null) {
            nodes.start();
        }
    }

    MessageStore store() {
        return store;
    }

    /** Returns an account with the lease for a duty, which is acquired from the account's start on. */
    Owned own(String account, Ownership.Duty duty) {
        String leaseName = duty == Ownership.Duty.POLLING ? AccountLeases.ofStatuses(account) : account;
        OwnedAccount owned = new OwnedAccount(store, account, leaseName, name, clock, nodes);
        Ownership ownership = new Ownership(account, name, store.isShared(), clock::instant, duty);
        owned.listen(ownership);
        return new Owned(owned, ownership);
    }

    /**
     * Ends the purge and leaves the nodes.
     *
     * @return completes when this process was removed from the nodes, or the removal failed
     */
    CompletionStage<Void> close() {
        purge.close();
        return nodes == null ? CompletableFuture.completedFuture(null) : nodes.close();
    }
}
