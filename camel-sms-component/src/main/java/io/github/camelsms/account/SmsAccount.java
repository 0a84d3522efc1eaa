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
 * One account at the service: its client, its engine, and the leases of those that use it. It has one client and one
 * engine, and with it one pace and one suspension, from its first user to its release. Thread-safe.
 */
public final class SmsAccount implements ObservedAccount {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;

    /** How long exchanges may take to be completed once every message has its result. */
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
    private boolean announced;

    /**
     * @param component name of its component in the Camel context
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
     * A user starts. If that fails, the account is as it was before.
     *
     * @throws IllegalArgumentException if others use the account with other settings, or one polls its statuses already
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
            if (!announced) {
                warnOfClearText(service);
            }
            announceSending(settings, user.requestsPerSecond(), isChange);
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
                                               + ": each is answered once only, so two pollers would take them from each other; share them with a multicast or a topic behind one sms:status");
        }
        startReading(lease.user().service());
        poller = lease;
    }

    private void startReading(SmsServiceSettings service) {
        client.use(service);
        if (!announced) {
            LOG.info("SMS account {}: started: reads statuses", label());
            warnOfClearText(service);
            announced = true;
        }
    }

    private void warnOfClearText(SmsServiceSettings service) {
        if (service.isClearText()) {
            LOG.warn(
                    "SMS account {}: user name, password and messages travel in clear, because baseUrl is an http address. Use https; requireHttps=true forbids http",
                    label());
        }
    }

    /** One line at the start, whatever else the account is used for, and one when the settings of sending change. */
    private void announceSending(DispatchSettings settings, double perSecond, boolean isChange) {
        if (!announced) {
            LOG.info("SMS account {}: started: sends up to {} messages a request, {} requests a second ({})", label(),
                    settings.batchSize(), perSecond, settings.pacing());
        } else if (isChange) {
            LOG.info("SMS account {}: settings changed: sends up to {} messages a request, {} requests a second ({})", label(),
                    settings.batchSize(), perSecond, settings.pacing());
        } else {
            LOG.debug("SMS account {}: sends up to {} messages a request, {} requests a second ({})", label(),
                    settings.batchSize(), perSecond, settings.pacing());
        }
        announced = true;
    }

    /** What carries its calls to the service. */
    public AccountClient client() {
        return client;
    }

    /** Its engine, once an <code>sms:send</code> has started. */
    public synchronized Dispatcher engine() {
        Dispatcher current = dispatcher;
        if (current == null) {
            throw new IllegalStateException("no sms:send of account " + label() + " has started");
        }
        return current;
    }

    /** What it keeps of the statuses that were polled. */
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

    /** Runs its status queries. */
    public StatusQueries queries() {
        return queries;
    }

    /** A user stops. */
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

    /** The shortest one of its senders. */
    @Override
    public synchronized Duration maxBacklogAge() {
        return senders.stream().map(it -> it.user().maxBacklogAge())
                .min(Comparator.naturalOrder()).orElse(FOREVER);
    }

    /** Whether nobody uses it and it holds nothing that somebody left to it: a suspension, statuses, or responses. */
    synchronized boolean isUnused() {
        return users.isEmpty() && !suspended && statuses.held().isEmpty() && statuses.responses().count() == 0;
    }

    /**
     * Releases what the account has, if it is unused, was so when this was last called, has nothing to send and could
     * send at once.
     *
     * @return whether it was released
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

    /** A message was refused before it came to the engine. */
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
     * Sends nothing more until {@link #resumeSending()}, or until the component starts again.
     */
    public synchronized void suspendSending() {
        if (!suspended) {
            LOG.warn(
                    "SMS account {}: sending was suspended. Messages wait, each for its deliveryTimeout at most; resume it the same way",
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
                LOG.info("SMS account {}: stopping; {} messages wait to be sent, {} requests are out", label(),
                        state.pendingMessages(), state.requestsInFlight());
            }
            drained = current.drain();
        }
    }

    /**
     * Waits for what {@link #drain()} began, then ends what is left.
     */
    void close(Duration patience) {
        Dispatcher current;
        CompletionStage<Void> end;
        synchronized (this) {
            current = dispatcher;
            end = drained;
        }
        boolean isCutShort = current != null && end != null && !await(end, patience);
        if (current != null && isCutShort) {
            DispatcherState state = current.state();
            LOG.warn(
                    "SMS account {}: stopped before all was sent: {} messages come back NOT_SENT, those of {} requests UNKNOWN",
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
     * For the component's next start.
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
        if (announced) {
            LOG.info("SMS account {}: stopped", label());
        }
        announced = false;
        health.unregister();
        metrics.close();
    }

    private static boolean await(CompletionStage<Void> end, Duration patience) {
        try {
            end.toCompletableFuture().get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
