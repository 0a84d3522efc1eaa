package io.github.camelsms.account;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.engine.RepeatedAlarm;
import io.github.camelsms.engine.SendPolicy;
import io.github.camelsms.observe.RequestTracing;
import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;

/**
 * Accounts of one component.
 * <p>
 * An account is created with its first use. It is released after its last use was closed, when it has no messages and
 * its next request could depart immediately. Its pace therefore outlives its routes. Thread-safe.
 */
public final class SmsAccounts {

    /** Maximum number of accounts at a time, because each has a connection pool and meters. */
    public static final int MAX_ACCOUNTS = 5_000;

    /** Interval between two checks for unused accounts. An account that is unused at two checks may be released. */
    private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(1);
    /**
     * Time that Camel's consumers get to stop before a suspended account refuses messages, so that a queue does not
     * redeliver them to its consumers again and again.
     */
    private static final Duration CONSUMERS_STOP_TIME = Duration.ofSeconds(1);
    /** Time for completing exchanges after every message has its result. */
    private static final Duration COMPLETION_TIME = Duration.ofSeconds(10);
    /** Maximum time that a stop waits for the store to release the accounts, after everything else has ended. */
    private static final Duration LEAVE_TIME = Duration.ofSeconds(5);

    private final CamelContext context;
    private final ThreadPools pools;
    private final SystemClock clock;
    private final int maxAccounts;
    private final KeptPaces paces;
    private final @Nullable StoreNode node;
    private final @Nullable SendPolicy policy;
    private final Map<AccountKey, SmsAccount> accounts = new LinkedHashMap<>();
    /** Calls to the store that release accounts for other nodes. */
    private final Set<CompletionStage<Void>> leaving = ConcurrentHashMap.newKeySet();
    private final RepeatedAlarm sweeps;
    private boolean sweeping;
    private boolean closed;
    private @Nullable RequestTracing tracing;
    private volatile long stoppingSince = -1;

    /**
     * @param workerPool  pool on which exchanges continue, or null for a pool of the component; not shut down here
     * @param store       message store, which has been started, or null to keep messages in memory
     * @param maxAccounts maximum number of accounts at a time, 1 or more
     * @param paces       rate-limit state, kept from the component's last stop to its next start
     */
    public SmsAccounts(CamelContext context, @Nullable ExecutorService workerPool, @Nullable MessageStore store,
                       int maxAccounts, KeptPaces paces) {
        this(context, workerPool, store, maxAccounts, paces, null);
    }

    /**
     * Creates accounts with a policy.
     *
     * @param policy decides about each message before it joins a request, or null
     */
    public SmsAccounts(CamelContext context, @Nullable ExecutorService workerPool, @Nullable MessageStore store,
                       int maxAccounts, KeptPaces paces, @Nullable SendPolicy policy) {
        this.context = context;
        this.policy = policy;
        this.maxAccounts = maxAccounts;
        this.paces = paces;
        this.pools = new ThreadPools(this, context.getExecutorServiceManager(), workerPool);
        this.clock = new SystemClock(pools.alarms());
        this.sweeps = new RepeatedAlarm(clock, this::sweepOnThread);
        this.node = store == null ? null : node(store, clock, pools);
    }

    private static StoreNode node(MessageStore store, SystemClock clock, ThreadPools pools) {
        try {
            return new StoreNode(store, clock);
        } catch (RuntimeException | Error e) {
            pools.close();
            throw e;
        }
    }

    /**
     * Begins the use of an account by a user, whose settings must agree with those of the account's other users.
     *
     * @throws IllegalArgumentException if they do not, or if the account's statuses are already polled
     * @throws IllegalStateException    if there are too many accounts
     */
    public synchronized AccountUse join(AccountUser user, AccountUse.Purpose purpose) {
        try {
            return account(user).join(user, purpose);
        } finally {
            sweepLater();
        }
    }

    /** Returns an account, or null if it has no user. */
    public synchronized @Nullable SmsAccount find(AccountKey key) {
        return accounts.get(key);
    }

    /** Suspends sending of an account, which is created if it has no user yet. */
    public synchronized void suspendSending(AccountUser user) {
        account(user).suspendSending();
    }

    public synchronized List<SmsAccount> all() {
        return new ArrayList<>(accounts.values());
    }

    private SmsAccount account(AccountUser user) {
        if (closed) {
            throw new IllegalStateException("the sms component is stopped");
        }
        AccountKey key = user.account();
        SmsAccount other = accounts.get(key.withOtherScheme());
        rejectOtherScheme(key, other);
        SmsAccount existing = accounts.get(key);
        if (existing != null) {
            takeObservers(other);
            existing.openObservers();
            return existing;
        }
        if (accounts.size() >= maxAccounts) {
            throw new IllegalStateException(
                    "SMS account " + key.label() + " cannot be used: " + maxAccounts
                                            + " accounts are in use or have waiting messages, which is the maximum. Nothing was sent for this account. Use fewer user names at a time, or resume suspended accounts");
        }
        takeObservers(other);
        SmsAccount created = new SmsAccount(this, key, user.component());
        accounts.put(key, created);
        return created;
    }

    /**
     * Rejects an account that is in use with the other scheme. Two engines would each send at the full rate, and take
     * the account's lease in the message store from each other.
     */
    private static void rejectOtherScheme(AccountKey key, @Nullable SmsAccount other) {
        if (other != null && !other.isUnused()) {
            throw new IllegalArgumentException(
                    "Option baseUrl is " + key.baseUrl() + ", but another endpoint has " + key.withOtherScheme().baseUrl()
                                               + " for the same user name: they are one account; use one address for both");
        }
    }

    /** Closes the observers of an unused account with the same name in metrics and health checks. */
    private static void takeObservers(@Nullable SmsAccount other) {
        if (other != null) {
            other.closeObservers();
        }
    }

    /** Schedules a check for accounts that can be released. */
    public synchronized void sweepLater() {
        if (!sweeping && !closed && accounts.values().stream().anyMatch(SmsAccount::isUnused)) {
            sweeping = true;
            sweeps.set(SWEEP_INTERVAL);
        }
    }

    /** The thread of the alarms must not wait while an account starts. */
    private void sweepOnThread() {
        try {
            pools.queries().execute(this::sweep);
        } catch (RuntimeException | Error e) {
            sweeps.set(SWEEP_INTERVAL);
        }
    }

    private synchronized void sweep() {
        sweeping = false;
        if (closed) {
            return;
        }
        try {
            all().forEach(this::releaseIfUnused);
        } finally {
            sweepLater();
        }
    }

    private void releaseIfUnused(SmsAccount account) {
        CompletionStage<Void> released = account.release();
        if (released != null) {
            accounts.values().remove(account);
            leaving.add(released);
            released.whenComplete((done, failure) -> leaving.remove(released));
        }
    }

    /** Returns what decides about each message before it joins a request, or null. */
    @Nullable
    SendPolicy policy() {
        return policy;
    }

    KeptPaces paces() {
        return paces;
    }

    /** Returns the message store, or null if messages are kept in memory. */
    public @Nullable MessageStore store() {
        return node == null ? null : node.store();
    }

    /** Returns this process as a node of the message store, or null if messages are kept in memory. */
    @Nullable
    StoreNode node() {
        return node;
    }

    CamelContext context() {
        return context;
    }

    /** Returns the tracing of the context, as configured at the first call. */
    public synchronized RequestTracing tracing() {
        RequestTracing current = tracing;
        if (current == null) {
            current = RequestTracing.of(context);
            tracing = current;
        }
        return current;
    }

    public SystemClock clock() {
        return clock;
    }

    /** Returns the thread pools of all accounts. */
    public ThreadPools pools() {
        return pools;
    }

    /**
     * Records that the context has begun to stop and its shutdown timeout is running. Camel stops the component after
     * the exchanges of the routes, which a suspended account would keep waiting for the whole timeout.
     */
    public void contextStopping() {
        stoppingSince = clock.nanos();
        clock.schedule(CONSUMERS_STOP_TIME.toNanos(), () -> pools.retirements().execute(this::refuseWhileSuspended));
    }

    private void refuseWhileSuspended() {
        all().forEach(SmsAccount::refuseWhileSuspended);
    }

    /**
     * Drains all accounts within the rest of Camel's shutdown timeout, then terminates them. Every exchange is
     * completed.
     */
    public void close() {
        List<SmsAccount> closing;
        synchronized (this) {
            closed = true;
            sweeps.close();
            closing = all();
        }
        if (node != null) {
            leaving.add(node.close());
        }
        long timeout = TimeUnit.NANOSECONDS.convert(
                context.getShutdownStrategy().getTimeout(), context.getShutdownStrategy().getTimeUnit());
        long passed = stoppingSince < 0 ? 0 : clock.nanos() - stoppingSince;
        Duration left = Duration.ofNanos(Math.max(0, timeout - passed));
        closing.forEach(SmsAccount::drain);
        long deadline = clock.nanos() + left.toNanos();
        closing.forEach(account -> account.endWithin(until(deadline)));
        // Terminations proceed at the same time.
        long terminated = clock.nanos() + COMPLETION_TIME.toNanos();
        closing.forEach(account -> leaving.add(account.close(until(terminated))));
        // Otherwise, the other nodes would wait until the leases expire.
        CompletableFuture<?>[] calls = List.copyOf(leaving).stream()
                .map(call -> call.handle((done, failure) -> done).toCompletableFuture()).toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(calls).completeOnTimeout(null, LEAVE_TIME.toNanos(), TimeUnit.NANOSECONDS).join();
        pools.close();
    }

    private Duration until(long time) {
        return Duration.ofNanos(Math.max(0, time - clock.nanos()));
    }
}
