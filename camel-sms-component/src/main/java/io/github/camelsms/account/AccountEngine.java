package io.github.camelsms.account;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.camelsms.account.KeptPaces.KeptPace;
import io.github.camelsms.engine.BatchSender;
import io.github.camelsms.engine.EngineListeners;
import io.github.camelsms.engine.EngineState;
import io.github.camelsms.engine.MemoryEngine;
import io.github.camelsms.engine.SendEngine;
import io.github.camelsms.engine.stored.StoredEngine;
import io.github.camelsms.engine.stored.StoredSettings;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Count;
import io.github.camelsms.observe.SendFigures;
import io.github.camelsms.ownership.OwnedAccount;
import org.jspecify.annotations.Nullable;

/**
 * Send engine of an account, from its first <code>sms:send</code> to the account's release. Pace and suspension survive
 * the stop and start of endpoints. Thread-safe.
 */
final class AccountEngine {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;

    private final AccountKey key;
    private final SmsAccounts accounts;
    private final AccountClient client;
    private final @Nullable OwnedAccount stored;
    private final EngineListeners listeners;
    private @Nullable Running running;
    private @Nullable CompletionStage<Void> drained;
    private @Nullable CompletionStage<Void> terminated;
    private boolean suspended;

    /** The engine and the user whose settings are in force. */
    private record Running(SendEngine engine, AccountUser user) {
    }

    /** Effect of a sender's settings. */
    enum Change {
        STARTED,
        CHANGED,
        NONE
    }

    /**
     * @param stored the account in the message store, or null to keep messages in memory
     */
    AccountEngine(AccountKey key, SmsAccounts accounts, AccountClient client, @Nullable OwnedAccount stored,
                  EngineListeners listeners) {
        this.key = key;
        this.accounts = accounts;
        this.client = client;
        this.stored = stored;
        this.listeners = listeners;
    }

    /** Uses the settings of a user, which agree with those of the account's other senders. */
    synchronized Change use(AccountUser user) {
        Running previous = running;
        if (previous == null) {
            running = new Running(newEngine(user), user);
            return Change.STARTED;
        }
        SendEngine engine = previous.engine;
        running = new Running(engine, user);
        if (engine instanceof StoredEngine onStore) {
            onStore.change(storedSettings(user));
        }
        if (!user.service().password().equals(previous.user.service().password())) {
            engine.credentialsChanged();
        }
        if (user.engine().equals(previous.user.engine())) {
            return Change.NONE;
        }
        engine.change(user.engine());
        return Change.CHANGED;
    }

    /**
     * Uses the connection settings of a reader, whose client also sends the messages that the last sender has left.
     */
    synchronized void useService(AccountUser reader) {
        Running current = running;
        if (current != null) {
            use(current.user.with(
                    reader.service(),
                    current.user.engine().withResponseTimeout(reader.engine().responseTimeoutNanos()),
                    current.user.reconciliation(), current.user.requestsPerSecond()));
        }
    }

    private SendEngine newEngine(AccountUser user) {
        OwnedAccount target = stored;
        BatchSender sender = new AccountSender(
                key.label(), client, accounts.pools().http(), accounts.clock()::nanos, accounts.tracing(),
                requestTimeout -> target == null || target.keeper().coversRequest(requestTimeout));
        SendEngine created;
        if (target == null) {
            created = new MemoryEngine(
                    user.engine(), sender, accounts.policy(), accounts.clock(), accounts.pools().executors(), listeners);
        } else {
            StoredEngine onStore = new StoredEngine(
                    user.engine(), storedSettings(user), target.store(), target.name(), target.keeper(), sender,
                    accounts.policy(), accounts.clock(), accounts.pools().executors(), listeners);
            target.listen(onStore);
            target.onHint(onStore::hinted);
            created = onStore;
        }
        accounts.paces().of(key).ifPresent(
                kept -> created.holdUntil(kept.notBefore(user.engine().intervalNanos(), user.service())));
        if (suspended) {
            created.suspend();
        }
        return created;
    }

    private static StoredSettings storedSettings(AccountUser user) {
        return new StoredSettings(user.service().requestTimeout(), user.reconciliation().whenUnknown());
    }

    /**
     * Returns the engine.
     *
     * @throws IllegalStateException if no <code>sms:send</code> has started
     */
    synchronized SendEngine engine() {
        Running current = running;
        if (current == null) {
            throw new IllegalStateException("no sms:send of account " + key.label() + " has started");
        }
        return current.engine;
    }

    /**
     * Returns the current state of sending, or null if no <code>sms:send</code> has started. A problem from before
     * another node took the account over is over, because this node would not notice its end.
     */
    synchronized @Nullable SendFigures figures() {
        Running current = running;
        if (current == null) {
            return null;
        }
        EngineState state = current.engine.state();
        boolean isSender = stored == null || stored.lease() != null;
        return SendFigures.of(
                isSender ? state : state.withoutTrouble(), current.user.engine(), accounts.clock().nanos());
    }

    synchronized boolean isSuspended() {
        return suspended;
    }

    /** Suspends sending until {@link #resume()}, or until the component restarts. */
    synchronized void suspend() {
        if (!suspended) {
            LOG.warn(
                    "SMS account {}: sending was suspended. Messages wait, those with a deliveryTimeout until it expires. Call resumeSending to continue",
                    key.label());
        }
        suspended = true;
        if (running != null) {
            running.engine.suspend();
        }
    }

    synchronized void resume() {
        if (suspended) {
            LOG.info("SMS account {}: sending was resumed", key.label());
        }
        suspended = false;
        if (running != null) {
            running.engine.resume();
        }
    }

    /** Lets messages whose callers wait be NOT_SENT while sending is suspended. */
    synchronized void refuseWhileSuspended() {
        if (running != null) {
            running.engine.refuseWhileSuspended();
        }
    }

    /** Returns whether no messages are pending or in flight, and the next request could depart immediately. */
    synchronized boolean isAtRest() {
        Running current = running;
        if (current == null) {
            return true;
        }
        EngineState state = current.engine.state();
        Long slot = state.slotOpensAt();
        return state.isIdle() && slot != null && slot <= accounts.clock().nanos();
    }

    /**
     * Accepts no further messages and sends the pending ones.
     *
     * @return completed when every message has its result
     */
    synchronized CompletionStage<Void> drain() {
        Running current = running;
        if (current == null) {
            return CompletableFuture.completedFuture(null);
        }
        EngineState state = current.engine.state();
        if (hasUnsent(state)) {
            LOG.info("SMS account {}: stopping; {} to be sent, {} in flight", key.label(),
                    Count.of(state.pendingMessages(), "message waits", "messages wait"),
                    Count.of(state.requestsInFlight(), "request is", "requests are"));
        }
        drained = current.engine.drain();
        return drained;
    }

    /**
     * Waits until the engine is drained, and begins to terminate it after the timeout, which takes seconds if the
     * message store does not respond.
     */
    void endWithin(Duration timeout) {
        Running current;
        CompletionStage<Void> end;
        synchronized (this) {
            current = running;
            end = drained;
        }
        if (current == null || end == null || await(end, timeout)) {
            return;
        }
        EngineState state = current.engine.state();
        // Otherwise only exchanges have not ended, which Camel reports.
        if (hasUnsent(state)) {
            LOG.warn(
                    "SMS account {}: stopped before all messages were sent: {} NOT_SENT, those of {} in flight UNKNOWN",
                    key.label(), Count.of(state.pendingMessages(), "message is", "messages are"),
                    Count.of(state.requestsInFlight(), "request"));
        }
        CompletionStage<Void> begun = current.engine.terminate();
        synchronized (this) {
            terminated = begun;
        }
    }

    /**
     * Waits until the engine has ended. Keeps the pace for the component's next start.
     *
     * @param timeout          for a termination
     * @param beforePaceIsKept runs when the last request has ended
     */
    void close(Duration timeout, Runnable beforePaceIsKept) {
        Running current;
        CompletionStage<Void> end;
        synchronized (this) {
            current = running;
            end = terminated;
        }
        if (end != null) {
            await(end, timeout);
        }
        beforePaceIsKept.run();
        if (current != null) {
            accounts.paces().keep(
                    key, KeptPace.of(current.engine.state(), current.user, end != null, accounts.clock().nanos()));
        }
    }

    private static boolean hasUnsent(EngineState state) {
        return state.pendingMessages() + state.requestsInFlight() + state.heldBack() > 0;
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
