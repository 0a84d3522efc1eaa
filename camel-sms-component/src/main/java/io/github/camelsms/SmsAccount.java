package io.github.camelsms;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

import org.apache.camel.support.service.ServiceHelper;

/**
 * One account at the service: its client, its engine, and the endpoints that use it. Lives as long as the component, so
 * that pacing outlives the routes. Thread-safe.
 */
final class SmsAccount {

    private static final SafeLogger LOG = SafeLogger.of(SmsAccount.class);

    /** How long exchanges may take to be completed once every message has its result. */
    private static final Duration COMPLETION_TIME = Duration.ofSeconds(10);

    private final SmsAccounts accounts;
    private final SmsAccounts.AccountKey key;
    private final AccountMonitor monitor;
    private final AccountMetrics metrics;
    private final DispatchListener listener;
    private final Map<SmsEndpoint, SmsServiceSettings> users = new LinkedHashMap<>();
    private final Map<SmsEndpoint, DispatchSettings> senders = new LinkedHashMap<>();
    private final AccountStatuses statuses;
    private final StatusQueries queries;
    private @Nullable SmsEndpoint poller;
    private @Nullable SmsServiceClient client;
    private @Nullable SmsServiceSettings clientSettings;
    private @Nullable Dispatcher dispatcher;
    private @Nullable DispatchSettings dispatcherSettings;
    private @Nullable CompletionStage<Void> drained;
    private boolean suspended;
    /** Whether the log knows that it is in use. */
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
        this.listener = new DispatchListeners(List.of(new AccountLog(label(), accounts.clock()::nanos), monitor, metrics));
    }

    String label() {
        return key.label();
    }

    /**
     * An endpoint starts to read statuses.
     *
     * @throws IllegalArgumentException if another endpoint uses the account with other settings
     */
    synchronized SmsServiceClient use(SmsEndpoint endpoint) {
        SmsServiceClient current = connect(endpoint);
        if (!announced) {
            LOG.info("SMS account {}: started: reads statuses", label());
            warnOfClearText();
            announced = true;
        }
        return current;
    }

    private SmsServiceClient connect(SmsEndpoint endpoint) {
        SmsServiceSettings settings = SmsOptions.service(endpoint.getConfiguration());
        users.forEach((other, theirs) -> SettingsConflict.check(other, theirs, endpoint, settings));
        SmsServiceClient current = client;
        if (current == null || !settings.equals(clientSettings)) {
            ServiceHelper.stopService(current);
            current = new SmsServiceClient(
                    accounts.context(), settings, accounts.alarms(), accounts.clock(),
                    accounts.clock()::nanos);
            ServiceHelper.startService(current);
            client = current;
            clientSettings = settings;
        }
        users.put(endpoint, settings);
        return current;
    }

    /**
     * An endpoint starts to send through the account's engine.
     */
    synchronized Dispatcher useForSending(SmsEndpoint endpoint) {
        DispatchSettings settings = SmsOptions.dispatch(endpoint.getConfiguration());
        senders.forEach((other, theirs) -> SettingsConflict.check(other, theirs, endpoint, settings));
        connect(endpoint);
        Dispatcher current = dispatcher;
        if (current == null || !settings.equals(dispatcherSettings)) {
            if (current != null) {
                current.drain();
            }
            BatchSender sender = new AccountSender(
                    label(), key.sendAddress(), this::openClient, accounts.http(), accounts.tracing());
            announceSending(settings, endpoint.getConfiguration().getRequestsPerSecond(), current != null);
            current = new Dispatcher(settings, sender, accounts.clock(), accounts.executors(), listener);
            if (suspended) {
                current.suspend();
            }
            dispatcher = current;
            dispatcherSettings = settings;
        }
        senders.put(endpoint, settings);
        return current;
    }

    private void warnOfClearText() {
        SmsServiceSettings current = clientSettings;
        if (current != null && current.isClearText()) {
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
            warnOfClearText();
        } else if (isChange) {
            LOG.info("SMS account {}: settings changed: sends up to {} messages a request, {} requests a second ({})", label(),
                    settings.batchSize(), perSecond, settings.pacing());
        } else {
            LOG.debug("SMS account {}: sends up to {} messages a request, {} requests a second ({})", label(),
                    settings.batchSize(), perSecond, settings.pacing());
        }
        announced = true;
    }

    /**
     * An endpoint starts to poll the statuses not consulted yet: one at a time may.
     */
    synchronized SmsServiceClient useForPolling(SmsEndpoint endpoint) {
        SmsEndpoint other = poller;
        if (other != null) {
            throw new IllegalArgumentException(
                    "The statuses of account " + label() + " are already polled by " + other
                                               + ": each is answered once only, so two pollers would take them from each other; share them with a multicast or a topic behind one sms:status");
        }
        SmsServiceClient current = use(endpoint);
        poller = endpoint;
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

    synchronized void leave(SmsEndpoint endpoint) {
        users.remove(endpoint);
        senders.remove(endpoint);
        if (Objects.equals(poller, endpoint)) {
            poller = null;
        }
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

    synchronized void resumeSending() {
        if (suspended) {
            LOG.info("SMS account {}: sending was resumed", label());
        }
        suspended = false;
        if (dispatcher != null) {
            dispatcher.resume();
        }
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
        if (current != null && end != null && !await(end, patience)) {
            DispatcherState state = current.state();
            LOG.warn(
                    "SMS account {}: stopped before all was sent: {} messages come back NOT_SENT, those of {} requests UNKNOWN",
                    label(), state.pendingMessages(), state.requestsInFlight());
            await(current.terminate(), COMPLETION_TIME);
        }
        synchronized (this) {
            ServiceHelper.stopService(client);
            client = null;
            if (announced) {
                LOG.info("SMS account {}: stopped", label());
            }
            announced = false;
        }
        metrics.close();
    }

    private synchronized SmsServiceClient openClient() {
        SmsServiceClient current = client;
        if (current == null) {
            throw new IllegalStateException("the account is closed");
        }
        return current;
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
