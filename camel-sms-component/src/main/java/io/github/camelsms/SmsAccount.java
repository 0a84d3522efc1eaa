package io.github.camelsms;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.camelsms.client.SmsServiceClient;
import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.dispatch.BatchSender;
import io.github.camelsms.dispatch.DispatchListener;
import io.github.camelsms.dispatch.DispatchListeners;
import io.github.camelsms.dispatch.DispatchSettings;
import io.github.camelsms.dispatch.Dispatcher;
import io.github.camelsms.dispatch.DispatcherState;
import io.github.camelsms.metrics.AccountMetrics;
import io.github.camelsms.metrics.MeteredAccount;
import io.github.camelsms.metrics.Metrics;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.monitor.AccountMonitor;
import io.github.camelsms.monitor.SendFigures;
import org.jspecify.annotations.Nullable;

/**
 * One account at the service: its client, its engine, and the leases of those that use it. It has one client and one
 * engine, and with it one pace and one suspension, from its first user to its release. Thread-safe.
 */
final class SmsAccount {

    private static final SafeLogger LOG = SafeLogger.of(SmsAccount.class);

    /** How long exchanges may take to be completed once every message has its result. */
    private static final Duration COMPLETION_TIME = Duration.ofSeconds(10);
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final SmsAccounts accounts;
    private final SmsAccounts.AccountKey key;
    private final AccountMonitor monitor;
    private final AccountMetrics metrics;
    private final AccountHealth health;
    private final DispatchListener listener;
    private final AccountClient client;
    private final Map<AccountLease, SmsServiceSettings> users = new LinkedHashMap<>();
    private final Map<AccountLease, DispatchSettings> senders = new LinkedHashMap<>();
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
    SmsAccount(SmsAccounts accounts, SmsAccounts.AccountKey key, String component) {
        this.accounts = accounts;
        this.key = key;
        this.monitor = new AccountMonitor(accounts.clock());
        this.statuses = new AccountStatuses(accounts.clock());
        this.queries = new StatusQueries(label(), accounts.queries());
        this.metrics = Metrics.of(
                accounts.context(),
                new MeteredAccount(
                        component, label(), monitor, this::sending, () -> statuses.held().size(),
                        () -> statuses.responses().count()));
        this.health = new AccountHealth(this, component, accounts.context());
        this.listener = new DispatchListeners(List.of(new AccountLog(label(), accounts.clock()::nanos), monitor, metrics));
        this.client = new AccountClient(
                settings -> new SmsServiceClient(
                        accounts.context(), settings, accounts.alarms(), accounts.clock(), accounts.clock()::nanos));
    }

    String label() {
        return key.label();
    }

    /**
     * A user starts. If that fails, the account is as it was before.
     *
     * @throws IllegalArgumentException if others use the account with other settings, or one polls its statuses already
     */
    synchronized AccountLease join(SmsEndpoint endpoint, AccountLease.Purpose purpose) {
        AccountLease lease = new AccountLease(this, endpoint);
        SmsServiceSettings settings = SmsOptions.service(endpoint.getConfiguration());
        users.forEach((other, theirs) -> SettingsConflict.check(other.endpoint(), theirs, endpoint, settings));
        switch (purpose) {
            case SENDING -> startSending(lease, settings);
            case POLLING -> startPolling(lease, settings);
            case QUERYING -> startReading(settings);
        }
        users.put(lease, settings);
        wasUnused = false;
        return lease;
    }

    private void startSending(AccountLease lease, SmsServiceSettings service) {
        SmsEndpoint endpoint = lease.endpoint();
        DispatchSettings settings = SmsOptions.dispatch(endpoint.getConfiguration());
        senders.forEach((other, theirs) -> SettingsConflict.check(other.endpoint(), theirs, endpoint, settings));
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
            announceSending(settings, endpoint.getConfiguration().getRequestsPerSecond(), isChange);
            dispatcherSettings = settings;
        }
        sendsWith = service;
        if (senders.isEmpty()) {
            health.setEnabled(endpoint.getComponent().isHealthCheckProducerEnabled());
            health.register();
        }
        senders.put(lease, settings);
    }

    private Dispatcher newDispatcher(DispatchSettings settings, SmsServiceSettings service) {
        BatchSender sender = new AccountSender(label(), key.sendAddress(), client, accounts.http(), accounts.tracing());
        Dispatcher created = new Dispatcher(settings, sender, accounts.clock(), accounts.executors(), listener);
        accounts.paces().of(key)
                .ifPresent(kept -> created.holdUntil(kept.notBefore(settings.intervalNanos(), service)));
        if (suspended) {
            created.suspend();
        }
        return created;
    }

    private void startPolling(AccountLease lease, SmsServiceSettings service) {
        AccountLease other = poller;
        if (other != null) {
            throw new IllegalArgumentException(
                    "The statuses of account " + label() + " are already polled by " + other.endpoint()
                                               + ": each is answered once only, so two pollers would take them from each other; share them with a multicast or a topic behind one sms:status");
        }
        startReading(service);
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
    AccountClient client() {
        return client;
    }

    /** Its engine, once an <code>sms:send</code> has started. */
    synchronized Dispatcher engine() {
        Dispatcher current = dispatcher;
        if (current == null) {
            throw new IllegalStateException("no sms:send of account " + label() + " has started");
        }
        return current;
    }

    /** What it keeps of the statuses that were polled. */
    AccountStatuses statuses() {
        return statuses;
    }

    /** Runs its status queries. */
    StatusQueries queries() {
        return queries;
    }

    /** A user stops. */
    void leave(AccountLease lease) {
        synchronized (this) {
            users.remove(lease);
            if (senders.remove(lease) != null && senders.isEmpty()) {
                health.unregister();
            }
            if (poller == lease) {
                poller = null;
            }
        }
        accounts.sweepLater();
    }

    /** The shortest time for which a message may wait before the health of one of its senders is down. */
    synchronized Duration maxBacklogAge() {
        return senders.keySet().stream().map(it -> SmsOptions.maxBacklogAge(it.endpoint().getConfiguration()))
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

    /** What has happened to the account since the component's start. */
    AccountMonitor monitor() {
        return monitor;
    }

    /** A message was refused before it came to the engine. */
    void refused(SmsSendResult result) {
        listener.messageCompleted(result, 0);
    }

    /** What its sending looks like now, or null if no <code>sms:send</code> has started. */
    synchronized @Nullable SendFigures sending() {
        Dispatcher current = dispatcher;
        DispatchSettings settings = dispatcherSettings;
        return current == null || settings == null
                ? null : SendFigures.of(current.state(), settings, accounts.clock().nanos());
    }

    /**
     * Sends nothing more until {@link #resumeSending()}, or until the component starts again.
     */
    synchronized void suspendSending() {
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

    void resumeSending() {
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
