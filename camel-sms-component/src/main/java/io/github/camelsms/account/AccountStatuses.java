package io.github.camelsms.account;

import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.model.Count;
import io.github.camelsms.observe.KeptResponses;
import io.github.camelsms.observe.Ownership;
import io.github.camelsms.ownership.OwnedAccount;
import org.jspecify.annotations.Nullable;

/**
 * Polling of an account's statuses: its only user, its lease if there is a message store, and the polled statuses and
 * responses that are kept, because the service returns each status only once. They belong to the account, because Camel
 * creates a new consumer each time a route starts. Thread-safe.
 */
public final class AccountStatuses {

    static final int MAX_HELD = 10_000;

    private final String account;
    private final @Nullable StoreNode node;
    private final @Nullable OwnedAccount sending;
    private final HeldStatuses held = new HeldStatuses();
    private final KeptResponses responses;
    private @Nullable AccountUse poller;
    private ProcessPollers.@Nullable Poller processPoller;
    private StoreNode.@Nullable Owned polled;
    private CompletionStage<Void> released = CompletableFuture.completedFuture(null);

    /**
     * @param node    this process as a node of the message store, or null without a message store
     * @param sending the account with the lease for sending, or null without a message store
     */
    AccountStatuses(String account, InstantSource clock, @Nullable StoreNode node, @Nullable OwnedAccount sending) {
        this.account = account;
        this.node = node;
        this.sending = sending;
        this.responses = new KeptResponses(clock);
    }

    /** Returns the statuses that were read and whose exchanges have not succeeded. */
    public HeldStatuses held() {
        return held;
    }

    /** Returns the unreadable responses to polls. */
    public KeptResponses responses() {
        return responses;
    }

    /** Returns whether the account keeps neither statuses nor responses. */
    boolean isEmpty() {
        return held.size() == 0 && responses.count() == 0;
    }

    /**
     * Returns why polling is paused, for operators, or null if there is room for another poll.
     */
    @Nullable
    public String pauseReason() {
        if (held.size() >= MAX_HELD) {
            return held.size()
                   + " statuses wait for their exchanges to succeed, and no more are read until then. See the route's errors";
        }
        if (responses.isFull()) {
            return "polling is paused, because the account keeps " + Count.of(responses.count(), "unreadable response")
                   + " with "
                   + responses.bytes()
                   + " bytes. Read them with readKeptResponse, check baseUrl and the service's version, then remove them with removeKeptResponses. Polling then continues automatically";
        }
        return null;
    }

    /**
     * @throws IllegalArgumentException if another user polls, of this component or another one in this process
     */
    synchronized void checkNotPolled(AccountUser user) {
        AccountUse other = poller;
        if (other != null) {
            throw new IllegalArgumentException(
                    "The statuses of account " + account + " are already polled by " + other.user().name()
                                               + ". The service returns each status only once, so each of two pollers would miss those of the other. Distribute them with a multicast or a topic behind one sms:status");
        }
        ProcessPollers.check(inProcess(user));
    }

    private ProcessPollers.Poller inProcess(AccountUser user) {
        return new ProcessPollers.Poller(account, user.name(), node == null ? null : node.store());
    }

    synchronized void startPolling(AccountUse use) {
        ProcessPollers.Poller current = inProcess(use.user());
        ProcessPollers.add(current);
        processPoller = current;
        poller = use;
        if (node != null && sending != null) {
            StoreNode.Owned polling = node.own(account, Ownership.Duty.POLLING);
            polling.account().onHint(sending::hinted);
            polled = polling;
            polling.account().start();
        }
    }

    /** Ends polling if this user polls, so that another user or node can poll. */
    synchronized void stopPolling(AccountUse use) {
        if (poller == use) {
            stopPolling();
        }
    }

    /**
     * Ends polling.
     *
     * @return completes when the lease that was held last was released, or its release has failed
     */
    synchronized CompletionStage<Void> stopPolling() {
        poller = null;
        if (processPoller != null) {
            ProcessPollers.remove(processPoller);
            processPoller = null;
        }
        StoreNode.Owned polling = polled;
        polled = null;
        if (polling != null) {
            released = polling.account().close();
        }
        return released;
    }

    /** Returns the account with the lease of its statuses, or null if they are not polled into a message store. */
    synchronized StoreNode.@Nullable Owned polled() {
        return polled;
    }
}
