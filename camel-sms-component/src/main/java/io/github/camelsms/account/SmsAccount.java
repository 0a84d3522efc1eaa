package io.github.camelsms.account;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.client.SmsServiceClient;
import io.github.camelsms.engine.EngineListeners;
import io.github.camelsms.engine.QueryExecutor;
import io.github.camelsms.engine.SendEngine;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.stored.Reconciler;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.observe.AccountHealth;
import io.github.camelsms.observe.AccountLog;
import io.github.camelsms.observe.AccountMetrics;
import io.github.camelsms.observe.AccountMonitor;
import io.github.camelsms.observe.FileLog;
import io.github.camelsms.observe.KeptResponses;
import io.github.camelsms.observe.ObservedAccount;
import io.github.camelsms.observe.Ownership;
import io.github.camelsms.observe.ReconciliationLog;
import io.github.camelsms.observe.RejectionLog;
import io.github.camelsms.observe.SendFigures;
import io.github.camelsms.observe.StoreFigures;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.SmsMessageState;
import org.jspecify.annotations.Nullable;

/**
 * Account at the service: its client, its engine and its users. Client, engine, pace and suspension are shared by all
 * users from the first use to the release. Thread-safe.
 */
public final class SmsAccount implements ObservedAccount {

    private final SmsAccounts accounts;
    private final AccountKey key;
    private final String component;
    private final AccountMonitor monitor;
    private final AccountMetrics metrics;
    private final AccountHealth health;
    private final EngineListeners listeners;
    private final AccountClient client;
    private final AccountEngine engine;
    private final @Nullable OwnedAccount stored;
    private final @Nullable StoreFigures storeFigures;
    private final @Nullable FileLog fileLog;
    /** Time zone of the service, as the last sender has set it. */
    private volatile ZoneId zone = ZoneOffset.UTC;
    private final @Nullable Ownership ownership;
    private final @Nullable Reconciler reconciler;
    private volatile boolean isLookedUp;
    private final AccountUsers users = new AccountUsers();
    private final AccountStatuses statuses;
    private final QueryExecutor queries;
    private final AccountStartLog startLog;
    /** Time of the first check that found the account unused, or null if it was in use at the last check or since. */
    private @Nullable Long unusedSince;

    /**
     * @param component name of the account's component in the Camel context
     */
    SmsAccount(SmsAccounts accounts, AccountKey key, String component) {
        this.accounts = accounts;
        this.key = key;
        this.component = component;
        this.monitor = new AccountMonitor(accounts.clock(), accounts.clock()::nanos);
        this.queries = new QueryExecutor(label(), accounts.pools().queries());
        StoreNode node = accounts.node();
        StoreNode.Owned sending = node == null ? null : node.own(label(), Ownership.Duty.SENDING);
        this.stored = sending == null ? null : sending.account();
        this.ownership = sending == null ? null : sending.ownership();
        this.statuses = new AccountStatuses(label(), accounts.clock(), node, stored);
        this.startLog = new AccountStartLog(label());
        this.storeFigures
                = node == null
                        ? null : new StoreFigures(
                                node.store().operations(), label(), accounts.clock()::nanos,
                                () -> accounts.clock().instant().atZone(zone));
        this.fileLog = node == null ? null : new FileLog(this, accounts.clock());
        this.metrics = new AccountMetrics(accounts.context(), this);
        metrics.open();
        this.health = new AccountHealth(this, accounts.context());
        this.listeners = EngineListeners.of(
                new AccountLog(label(), accounts.clock()::nanos, () -> isLookedUp), new RejectionLog(label(), accounts.clock()),
                monitor,
                metrics);
        this.client = new AccountClient(
                settings -> new SmsServiceClient(
                        accounts.context(), settings, accounts.pools().alarms(), accounts.clock(), accounts.clock()::nanos,
                        accounts.clock()::instant));
        this.engine = new AccountEngine(key, accounts, client, stored, listeners);
        this.reconciler = stored == null
                ? null
                : new Reconciler(
                        stored, query -> client.query(statuses -> statuses.lookUp(query)), queries, accounts.clock(),
                        this::hasWaiting,
                        new ReconciliationLog(label(), monitor.reconciliation(), accounts.clock()::nanos));
    }

    @Override
    public String component() {
        return component;
    }

    @Override
    public String label() {
        return key.label();
    }

    /**
     * Adds a user. If this fails, the account is unchanged.
     *
     * @throws IllegalArgumentException if others use the account with other settings, or its statuses are already
     *                                  polled
     */
    synchronized AccountUse join(AccountUser user, AccountUse.Purpose purpose) {
        AccountUse use = new AccountUse(this, user, purpose);
        AccountUser agreed = users.agreed(use, stored != null);
        switch (purpose) {
            case SENDING -> startSending(agreed);
            case POLLING -> startPolling(use, agreed);
            case QUERYING -> startReading(agreed);
        }
        users.add(use, agreed);
        unusedSince = null;
        return use;
    }

    private void startSending(AccountUser user) {
        client.use(user.service());
        AccountEngine.Change change = engine.use(user);
        startLog.sending(user, change);
        if (!users.hasSender()) {
            health.setEnabled(user.isHealthCheckEnabled());
            health.register();
        }
        if (reconciler != null) {
            isLookedUp = user.reconciliation().isEnabled();
            reconciler.use(user.reconciliation(), Duration.ofNanos(user.engine().intervalNanos()));
        }
        zone = user.reconciliation().zone();
        if (stored != null) {
            stored.start();
        }
        if (fileLog != null) {
            fileLog.start();
        }
    }

    private void startPolling(AccountUse use, AccountUser user) {
        statuses.checkNotPolled(use.user());
        startReading(user);
        statuses.startPolling(use);
    }

    private void startReading(AccountUser user) {
        client.use(user.service());
        engine.useService(user);
        startLog.reading(user.service());
    }

    /** Returns the account in the message store, or null if messages are kept in memory. */
    public @Nullable OwnedAccount stored() {
        return stored;
    }

    /** Returns the account with the lease of its statuses, or null if they are not polled into a message store. */
    public @Nullable OwnedAccount polled() {
        StoreNode.Owned polled = statuses.polled();
        return polled == null ? null : polled.account();
    }

    /** Returns the client for calls to the service. */
    public AccountClient client() {
        return client;
    }

    /**
     * Returns the engine.
     *
     * @throws IllegalStateException if no <code>sms:send</code> has started
     */
    public SendEngine engine() {
        return engine.engine();
    }

    /** Returns the polled statuses and responses that the account keeps. */
    public AccountStatuses statuses() {
        return statuses;
    }

    @Override
    public int heldStatuses() {
        return statuses.held().size();
    }

    @Override
    public KeptResponses keptResponses() {
        return statuses.responses();
    }

    @Override
    public @Nullable StoreFigures storeFigures() {
        return storeFigures;
    }

    @Override
    public @Nullable Ownership ownership() {
        return ownership;
    }

    @Override
    public @Nullable Ownership pollOwnership() {
        StoreNode.Owned polled = statuses.polled();
        return polled == null ? null : polled.ownership();
    }

    /** Returns whether messages wait to be sent, here or in the message store. */
    boolean hasWaiting() {
        return sending(SendFigures::waiting, 0) > 0
                || storeFigures != null && storeFigures.gauge(SmsMessageState.WAITING) > 0;
    }

    /** Returns the executor of the account's status queries. */
    public QueryExecutor queries() {
        return queries;
    }

    /** Removes a user. */
    void leave(AccountUse use) {
        synchronized (this) {
            users.remove(use);
            if (use.isSender() && !users.hasSender()) {
                health.unregister();
            }
            statuses.stopPolling(use);
        }
        accounts.sweepLater();
    }

    /** Returns the smallest value of the account's senders. */
    @Override
    public synchronized Duration maxBacklogAge() {
        return users.lowest(AccountUser::maxBacklogAge);
    }

    /** Returns the smallest value of the account's senders. */
    @Override
    public synchronized Duration maxStoredAge() {
        return users.lowest(AccountUser::maxStoredAge);
    }

    /** Returns whether the account has no users, no suspension, no held statuses and no kept responses. */
    synchronized boolean isUnused() {
        return users.isEmpty() && !engine.isSuspended() && statuses.isEmpty();
    }

    /**
     * Releases the account's resources if it is unused, was unused at the previous call, has no messages to send or to
     * settle, and could send immediately.
     *
     * @return completes when they were released; null if the account is kept
     */
    @Nullable
    synchronized CompletionStage<Void> release() {
        if (!isUnused()) {
            unusedSince = null;
            return null;
        }
        Long since = unusedSince;
        if (since == null) {
            unusedSince = accounts.clock().nanos();
            return null;
        }
        if (!engine.isAtRest() || storeFigures != null && !storeFigures.isSettledSince(since)) {
            return null;
        }
        closeReconciler();
        CompletionStage<Void> retired = engine.drain().thenComposeAsync(drained -> retire(), accounts.pools().retirements());
        closeObservers();
        return retired;
    }

    private CompletionStage<Void> retire() {
        CompletionStage<Void> released = closeStored();
        client.retire();
        return released;
    }

    private CompletionStage<Void> closeStored() {
        return stored == null ? CompletableFuture.completedFuture(null) : stored.close();
    }

    @Override
    public AccountMonitor monitor() {
        return monitor;
    }

    /** Records a message that was rejected before it reached the engine. */
    public void rejected(SmsSendResult result) {
        listeners.messageCompleted(result, 0);
    }

    @Override
    public @Nullable SendFigures sending() {
        SendFigures figures = engine.figures();
        boolean isSender = ownership == null || ownership.isOwner();
        return figures == null || !isSender ? figures : figures.throttled(monitor.throttledFor());
    }

    /** Returns whether the queue has no space for another message. */
    public boolean isQueueFull() {
        SendFigures figures = sending();
        return figures != null && figures.pending() >= figures.bound();
    }

    /**
     * Suspends sending until {@link #resumeSending()}, or until the component restarts.
     */
    public void suspendSending() {
        engine.suspend();
    }

    public void resumeSending() {
        engine.resume();
        accounts.sweepLater();
    }

    /** Lets messages whose callers wait be NOT_SENT while sending is suspended. */
    void refuseWhileSuspended() {
        engine.refuseWhileSuspended();
    }

    /** Sends the messages that callers wait for, and then releases the account for other nodes. */
    void drain() {
        closeReconciler();
        engine.drain().thenRun(this::closeStored);
    }

    /** Waits until the engine is drained, and begins to terminate it after the timeout. */
    void endWithin(Duration timeout) {
        engine.endWithin(timeout);
    }

    /**
     * Waits until the engine has ended.
     *
     * @param  timeout for a termination
     * @return         completes when the account was released for other nodes, or the release failed
     */
    CompletionStage<Void> close(Duration timeout) {
        engine.close(timeout, client::close);
        CompletionStage<Void> counted = logStored();
        CompletionStage<Void> released = closeStored();
        closeObservers();
        return released.thenCombine(statuses.stopPolling(), (sending, polling) -> polling)
                .thenCombine(counted, (left, logged) -> logged);
    }

    private CompletionStage<Void> logStored() {
        return stored == null
                ? CompletableFuture.completedFuture(null)
                : StoreCalls.start(() -> stored.store().operations().count(stored.name()))
                        .handle((counts, failure) -> {
                            if (counts != null) {
                                startLog.stored(counts);
                            }
                            return null;
                        });
    }

    private void closeReconciler() {
        if (reconciler != null) {
            reconciler.close();
        }
    }

    /** Shows the account in metrics, again after {@link #closeObservers()}. */
    void openObservers() {
        metrics.open();
    }

    /** Removes the account from metrics and health checks. Further calls have no effect. */
    synchronized void closeObservers() {
        if (fileLog != null) {
            fileLog.stop();
        }
        startLog.stopped();
        health.unregister();
        metrics.close();
    }
}
