package io.github.camelsms.account;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.camelsms.client.SmsServiceClient;
import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.dispatch.BatchSender;
import io.github.camelsms.dispatch.DispatchListeners;
import io.github.camelsms.dispatch.DispatchSettings;
import io.github.camelsms.dispatch.Dispatcher;
import io.github.camelsms.dispatch.DispatcherState;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.observe.AccountHealth;
import io.github.camelsms.observe.AccountLog;
import io.github.camelsms.observe.AccountMetrics;
import io.github.camelsms.observe.AccountMonitor;
import io.github.camelsms.observe.KeptResponses;
import io.github.camelsms.observe.Metrics;
import io.github.camelsms.observe.ObservedAccount;
import io.github.camelsms.observe.SendFigures;
import org.jspecify.annotations.Nullable;

/**
 * Account at the service: its client, its engine and its leases. Client, engine, pace and suspension are shared by all
 * users from the first lease to the release. Thread-safe.
 */
public final class SmsAccount implements ObservedAccount {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;

    /** Time for completing exchanges after every message has its result. */
    private static final Duration COMPLETION_TIME = Duration.ofSeconds(10);
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final SmsAccounts accounts;
    private final AccountKey key;
    private final String component;
    private final AccountMonitor monitor;
    private final AccountMetrics metrics;
    private final AccountHealth health;
    private final DispatchListeners listeners;
    private final AccountClient client;
    private final Set<AccountLease> users = new LinkedHashSet<>();
    private final Set<AccountLease> senders = new LinkedHashSet<>();
    private final AccountStatuses statuses;
    private final StatusQueries queries;
    private @Nullable AccountLease poller;
    private @Nullable Dispatcher dispatcher;
    private @Nullable DispatchSettings dispatcherSettings;
    private @Nullable SmsServiceSettings sendsWith;
    private @Nullable CompletionStage<Void> drained;
    private boolean suspended;
    private boolean wasUnused;
    /** Whether the start of this account has been logged. */
    private boolean isStartLogged;

    /**
     * @param component name of the account's component in the Camel context
     */
    SmsAccount(SmsAccounts accounts, AccountKey key, String component) {
        this.accounts = accounts;
        this.key = key;
        this.component = component;
        this.monitor = new AccountMonitor(accounts.clock());
        this.statuses = new AccountStatuses(accounts.clock());
        this.queries = new StatusQueries(label(), accounts.queries());
        this.metrics = Metrics.of(accounts.context(), this);
        this.health = new AccountHealth(this, accounts.context());
        this.listeners = DispatchListeners.of(new AccountLog(label(), accounts.clock()::nanos), monitor, metrics);
        this.client = new AccountClient(
                settings -> new SmsServiceClient(
                        accounts.context(), settings, accounts.alarms(), accounts.clock(), accounts.clock()::nanos));
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
    synchronized AccountLease join(AccountUser user, AccountLease.Purpose purpose) {
        AccountLease lease = new AccountLease(this, user);
        users.forEach(other -> SettingsConflict.checkService(other.user(), user));
        switch (purpose) {
            case SENDING -> startSending(lease);
            case POLLING -> startPolling(lease);
            case QUERYING -> startReading(user.service());
        }
        users.add(lease);
        wasUnused = false;
        return lease;
    }

    private void startSending(AccountLease lease) {
        AccountUser user = lease.user();
        SmsServiceSettings service = user.service();
        DispatchSettings settings = user.dispatch();
        senders.forEach(other -> SettingsConflict.checkDispatch(other.user(), user));
        client.use(service);
        Dispatcher current = dispatcher;
        boolean isChange = current != null && !settings.equals(dispatcherSettings);
        if (current == null) {
            dispatcher = newDispatcher(settings, service);
        } else if (isChange) {
            current.change(settings);
        }
        if (current == null || isChange) {
            if (!isStartLogged) {
                warnIfUnencrypted(service);
            }
            logSending(settings, user.requestsPerSecond(), isChange);
            dispatcherSettings = settings;
        }
        sendsWith = service;
        if (senders.isEmpty()) {
            health.setEnabled(user.isHealthCheckEnabled());
            health.register();
        }
        senders.add(lease);
    }

    private Dispatcher newDispatcher(DispatchSettings settings, SmsServiceSettings service) {
        BatchSender sender = new AccountSender(label(), key.sendAddress(), client, accounts.http(), accounts.tracing());
        Dispatcher created = new Dispatcher(settings, sender, accounts.clock(), accounts.executors(), listeners);
        accounts.paces().of(key)
                .ifPresent(kept -> created.holdUntil(kept.notBefore(settings.intervalNanos(), service)));
        if (suspended) {
            created.suspend();
        }
        return created;
    }

    private void startPolling(AccountLease lease) {
        AccountLease other = poller;
        if (other != null) {
            throw new IllegalArgumentException(
                    "The statuses of account " + label() + " are already polled by " + other.user().name()
                                               + ". The service returns each status only once, so two pollers would take them from each other. Distribute them with a multicast or a topic behind one sms:status");
        }
        startReading(lease.user().service());
        poller = lease;
    }

    private void startReading(SmsServiceSettings service) {
        client.use(service);
        if (!isStartLogged) {
            LOG.info("SMS account {}: started; reads statuses", label());
            warnIfUnencrypted(service);
            isStartLogged = true;
        }
    }

    private void warnIfUnencrypted(SmsServiceSettings service) {
        if (service.isClearText()) {
            LOG.warn(
                    "SMS account {}: user name, password and messages are sent unencrypted, because baseUrl is an http address. Use https, and set requireHttps=true to reject http addresses",
                    label());
        }
    }

    /** Logs one line at the account's start, and one for each change of the send settings. */
    private void logSending(DispatchSettings settings, double perSecond, boolean isChange) {
        if (!isStartLogged) {
            LOG.info("SMS account {}: started; sends up to {} messages per request, {} requests per second ({})", label(),
                    settings.batchSize(), perSecond, settings.pacing());
        } else if (isChange) {
            LOG.info(
                    "SMS account {}: the settings have changed; sends up to {} messages per request, {} requests per second ({})",
                    label(),
                    settings.batchSize(), perSecond, settings.pacing());
        } else {
            LOG.debug("SMS account {}: sends up to {} messages per request, {} requests per second ({})", label(),
                    settings.batchSize(), perSecond, settings.pacing());
        }
        isStartLogged = true;
    }

    /** Returns the client for calls to the service. */
    public AccountClient client() {
        return client;
    }

    /** Returns the engine. Throws an exception if no <code>sms:send</code> has started. */
    public synchronized Dispatcher engine() {
        Dispatcher current = dispatcher;
        if (current == null) {
            throw new IllegalStateException("no sms:send of account " + label() + " has started");
        }
        return current;
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

    /** Returns the executor of the account's status queries. */
    public StatusQueries queries() {
        return queries;
    }

    /** Removes a user. */
    void leave(AccountLease lease) {
        synchronized (this) {
            users.remove(lease);
            if (senders.remove(lease) && senders.isEmpty()) {
                health.unregister();
            }
            if (poller == lease) {
                poller = null;
            }
        }
        accounts.sweepLater();
    }

    /** Returns the smallest value of the account's senders. */
    @Override
    public synchronized Duration maxBacklogAge() {
        return senders.stream().map(it -> it.user().maxBacklogAge())
                .min(Comparator.naturalOrder()).orElse(FOREVER);
    }

    /** Returns whether the account has no users, no suspension, no held statuses and no kept responses. */
    synchronized boolean isUnused() {
        return users.isEmpty() && !suspended && statuses.held().isEmpty() && statuses.responses().count() == 0;
    }

    /**
     * Releases the account's resources if it is unused, was unused at the previous call, has nothing to send, and could
     * send immediately.
     *
     * @return whether they were released
     */
    synchronized boolean release() {
        boolean unused = isUnused();
        boolean mayGo = unused && wasUnused && isAtRest();
        wasUnused = unused;
        if (!mayGo) {
            return false;
        }
        CompletionStage<Void> end
                = dispatcher == null ? CompletableFuture.completedFuture(null) : dispatcher.drain();
        end.thenRunAsync(client::retire, accounts.queries());
        closeObservers();
        return true;
    }

    private boolean isAtRest() {
        Dispatcher current = dispatcher;
        if (current == null) {
            return true;
        }
        DispatcherState state = current.state();
        Long slot = state.slotOpensAt();
        return state.isIdle() && slot != null && slot <= accounts.clock().nanos();
    }

    @Override
    public AccountMonitor monitor() {
        return monitor;
    }

    /** Records a message that was refused before it reached the engine. */
    public void refused(SmsSendResult result) {
        listeners.messageCompleted(result, 0);
    }

    @Override
    public synchronized @Nullable SendFigures sending() {
        Dispatcher current = dispatcher;
        DispatchSettings settings = dispatcherSettings;
        return current == null || settings == null
                ? null : SendFigures.of(current.state(), settings, accounts.clock().nanos());
    }

    /**
     * Suspends sending until {@link #resumeSending()}, or until the component restarts.
     */
    public synchronized void suspendSending() {
        if (!suspended) {
            LOG.warn(
                    "SMS account {}: sending was suspended. Messages wait until their deliveryTimeout expires. Call resumeSending to continue",
                    label());
        }
        suspended = true;
        if (dispatcher != null) {
            dispatcher.suspend();
        }
    }

    public void resumeSending() {
        synchronized (this) {
            if (suspended) {
                LOG.info("SMS account {}: sending was resumed", label());
            }
            suspended = false;
            if (dispatcher != null) {
                dispatcher.resume();
            }
        }
        accounts.sweepLater();
    }

    synchronized void drain() {
        Dispatcher current = dispatcher;
        if (current != null) {
            DispatcherState state = current.state();
            if (state.pendingMessages() + state.requestsInFlight() + state.heldBack() > 0) {
                LOG.info("SMS account {}: stopping; {} messages wait to be sent, {} requests are in flight", label(),
                        state.pendingMessages(), state.requestsInFlight());
            }
            drained = current.drain();
        }
    }

    /**
     * Waits until the engine is drained, then terminates it if the time is not enough.
     */
    void close(Duration timeout) {
        Dispatcher current;
        CompletionStage<Void> end;
        synchronized (this) {
            current = dispatcher;
            end = drained;
        }
        boolean isCutShort = current != null && end != null && !await(end, timeout);
        if (current != null && isCutShort) {
            DispatcherState state = current.state();
            LOG.warn(
                    "SMS account {}: stopped before all messages were sent: {} messages come back NOT_SENT, those of {} requests in flight UNKNOWN",
                    label(), state.pendingMessages(), state.requestsInFlight());
            await(current.terminate(), COMPLETION_TIME);
        }
        client.close();
        if (current != null) {
            keepPace(current.state(), isCutShort);
        }
        closeObservers();
    }

    /**
     * Keeps the pace for the component's next start.
     *
     * @param isCutShort whether requests had no response, so that they may have arrived as late as now
     */
    private synchronized void keepPace(DispatcherState state, boolean isCutShort) {
        DispatchSettings settings = dispatcherSettings;
        if (settings == null) {
            return;
        }
        long now = accounts.clock().nanos();
        Long slot = state.slotOpensAt();
        long latest = isCutShort || slot == null ? now + settings.intervalNanos() : 0;
        long notBefore = slot == null ? latest : Math.max(slot, latest);
        accounts.paces().keep(
                key,
                new KeptPaces.KeptPace(
                        notBefore, now, settings.intervalNanos(), state.credentialsRefused() ? sendsWith : null));
    }

    private synchronized void closeObservers() {
        if (isStartLogged) {
            LOG.info("SMS account {}: stopped", label());
        }
        isStartLogged = false;
        health.unregister();
        metrics.close();
    }

    private static boolean await(CompletionStage<Void> end, Duration timeout) {
        try {
            end.toCompletableFuture().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
