package io.github.camelsms.account;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.observe.Ownership;
import io.github.camelsms.store.AccountLeases;
import org.jspecify.annotations.Nullable;

/**
 * The only user that polls the statuses of an account, and its lease in the message store, if there is one.
 * Thread-safe.
 */
final class AccountPoller {

    private final SmsAccounts accounts;
    private final String account;
    private final @Nullable AccountStore sending;
    private @Nullable AccountLease user;
    private @Nullable OwnedAccount owned;
    private CompletionStage<Void> released = CompletableFuture.completedFuture(null);

    /**
     * @param sending the account with the lease for sending, or null without a message store
     */
    AccountPoller(SmsAccounts accounts, String account, @Nullable AccountStore sending) {
        this.accounts = accounts;
        this.account = account;
        this.sending = sending;
    }

    /**
     * @throws IllegalArgumentException if another user polls
     */
    synchronized void checkUnused() {
        AccountLease other = user;
        if (other != null) {
            throw new IllegalArgumentException(
                    "The statuses of account " + account + " are already polled by " + other.user().name()
                                               + ". The service returns each status only once, so two pollers would take them from each other. Distribute them with a multicast or a topic behind one sms:status");
        }
    }

    synchronized void start(AccountLease lease) {
        user = lease;
        AccountStore sendingStore = sending;
        if (sendingStore != null) {
            OwnedAccount polling = OwnedAccount.of(
                    accounts, sendingStore.store(), account, AccountLeases.ofStatuses(account), Ownership.Duty.POLLING);
            polling.store().onHint(sendingStore::hinted);
            owned = polling;
            polling.store().start();
        }
    }

    /** Ends polling if this user polls, so that another user or node can poll. */
    synchronized void stop(AccountLease lease) {
        if (user == lease) {
            close();
        }
    }

    /**
     * Ends polling.
     *
     * @return completes when the lease that was held last was released, or its release has failed
     */
    synchronized CompletionStage<Void> close() {
        user = null;
        OwnedAccount polling = owned;
        owned = null;
        if (polling != null) {
            released = polling.store().close();
        }
        return released;
    }

    /** Returns the account with the lease of its statuses, or null if they are not polled into a message store. */
    synchronized @Nullable AccountStore store() {
        OwnedAccount polling = owned;
        return polling == null ? null : polling.store();
    }

    /** Returns which node polls, or null if the statuses are not polled into a message store. */
    synchronized @Nullable Ownership ownership() {
        OwnedAccount polling = owned;
        return polling == null ? null : polling.ownership();
    }
}
