package io.github.camelsms.account;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.dispatch.DispatchExecutors;
import io.github.camelsms.observe.RequestTracing;
import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.util.InetAddressUtil;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/**
 * Accounts of one component and their shared thread pools. The number of threads does not depend on the number of
 * accounts.
 * <p>
 * An account is created with its first lease. It is released after its last lease was closed, when it has no messages
 * and its next request could depart immediately. So its pace outlives its routes. Thread-safe.
 */
public final class SmsAccounts {

    /** Maximum number of accounts at a time, because each has a connection pool and meters. */
    public static final int MAX_ACCOUNTS = 5_000;

    /** Interval between two checks for unused accounts. An account that is unused at two checks may be released. */
    private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(1);
    private static final int LOOP_THREADS = 2;
    private static final int MAX_RETIREMENTS = 4;
    private static final int MAX_OPERATIONS = 8;
    private static final int MAX_HTTP_CALLS = 512;

    private final CamelContext context;
    private final ExecutorServiceManager pools;
    private final ScheduledExecutorService alarms;
    private final ExecutorService loop;
    private final ExecutorService httpPool;
    private final Executor http;
    private final ExecutorService readers;
    private final ExecutorService queries;
    private final Executor retirements;
    private final Executor operations;
    private final ExecutorService completerPool;
    private final Executor completers;
    private final SystemClock clock;
    private final int maxAccounts;
    private final KeptPaces paces;
    private final @Nullable MessageStore store;
    private final @Nullable StorePurge purge;
    private final @Nullable Nodes nodes;
    /** Name of this process in the message store, which no other process has or has had. */
    private final String node;
    private final Map<AccountKey, SmsAccount> accounts = new LinkedHashMap<>();
    private final PastCounts past = new PastCounts();
    private boolean sweeping;
    private boolean closed;
    private @Nullable RequestTracing tracing;
    private volatile long stoppingSince = -1;

    /**
     * @param workerPool  pool on which exchanges continue, or null for a pool of the component; not shut down here
     * @param store       message store, which has been started, or null to keep messages in memory
     * @param maxAccounts maximum number of accounts at a time, 1 or more
     * @param paces       rate-limit state from the component's last stop, and for its next start
     */
    public SmsAccounts(CamelContext context, @Nullable ExecutorService workerPool, @Nullable MessageStore store,
                       int maxAccounts,
                       KeptPaces paces) {
        this.context = context;
        this.maxAccounts = maxAccounts;
        this.paces = paces;
        this.store = store;
        this.node = InetAddressUtil.getLocalHostNameSafe() + "-" + UUID.randomUUID();
        this.pools = context.getExecutorServiceManager();
        // Each account has its own alarms, so Camel's default bound would limit the number of accounts.
        this.alarms = pools.newScheduledThreadPool(
                this, "SmsAlarms", new ThreadPoolProfileBuilder("SmsAlarms").poolSize(1).maxQueueSize(-1).build());
        this.loop = pools.newThreadPool(
                this, "SmsLoop",
                // Unbounded, because a full pool would run tasks on the caller's thread.
                new ThreadPoolProfileBuilder("SmsLoop").poolSize(LOOP_THREADS).maxPoolSize(LOOP_THREADS)
                        .maxQueueSize(Integer.MAX_VALUE).rejectedPolicy(ThreadPoolRejectedPolicy.Abort)
                        .keepAliveTime(60L).allowCoreThreadTimeOut(true).build());
        this.httpPool = pool("SmsHttp");
        this.http = new BoundedExecutor(httpPool, Math.min(threads("SmsHttp"), MAX_HTTP_CALLS));
        // An exchange may wait for another completion on this thread, so a default bound could cause a deadlock.
        this.completerPool = pool("SmsCompletion");
        this.completers = workerPool == null ? completerPool : new WorkerPool(workerPool, completerPool);
        // Unbounded, because inputs may block while they are read and would then block the others.
        this.readers = pools.newCachedThreadPool(this, "SmsInput");
        // Unbounded, because each account bounds its queries and a route may block on their results.
        this.queries = pools.newCachedThreadPool(this, "SmsQuery");
        // Many accounts may be released at the same time, which does not need a thread for each.
        this.retirements = new BoundedExecutor(queries, MAX_RETIREMENTS);
        this.operations = new BoundedExecutor(queries, MAX_OPERATIONS);
        this.clock = new SystemClock(alarms);
        this.purge = store == null ? null : new StorePurge(store, clock);
        if (purge != null) {
            purge.start();
        }
        this.nodes = store != null && store.isShared() ? new Nodes(store, node, clock) : null;
        if (nodes != null) {
            nodes.start();
        }
    }

    /**
     * Creates a pool from the thread-pool profile of this id, or an unbounded pool if there is none. Only the profile's
     * number of threads and keep-alive time apply: tasks wait for a thread and are never rejected.
     */
    private ExecutorService pool(String id) {
        ThreadPoolProfile profile = pools.getThreadPoolProfile(id);
        int threads = threads(id);
        if (profile == null || threads == Integer.MAX_VALUE) {
            return pools.newCachedThreadPool(this, id);
        }
        ThreadPoolProfileBuilder builder = new ThreadPoolProfileBuilder(id).poolSize(threads).maxPoolSize(threads)
                .maxQueueSize(Integer.MAX_VALUE).rejectedPolicy(ThreadPoolRejectedPolicy.Abort).allowCoreThreadTimeOut(true);
        Long keepAlive = profile.getKeepAliveTime();
        TimeUnit unit = profile.getTimeUnit();
        return pools.newThreadPool(
                this, id, builder.keepAliveTime(keepAlive == null ? 60L : keepAlive, unit == null ? TimeUnit.SECONDS : unit)
                        .build());
    }

    private int threads(String id) {
        ThreadPoolProfile profile = pools.getThreadPoolProfile(id);
        if (profile == null) {
            return Integer.MAX_VALUE;
        }
        Integer threads = profile.getMaxPoolSize() == null ? profile.getPoolSize() : profile.getMaxPoolSize();
        return threads == null || threads < 1 ? Integer.MAX_VALUE : threads;
    }

    /**
     * Leases an account to a user, whose settings must agree with those of the account's other users.
     *
     * @throws IllegalArgumentException if they do not, or if the account's statuses are already polled
     * @throws IllegalStateException    if there are too many accounts
     */
    public synchronized AccountLease join(AccountUser user, AccountLease.Purpose purpose) {
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

    /** Returns the counts of the accounts that were released since the start. */
    public PastCounts past() {
        return past;
    }

    private SmsAccount account(AccountUser user) {
        if (closed) {
            throw new IllegalStateException("the sms component is stopped");
        }
        AccountKey key = user.account();
        SmsAccount present = accounts.get(key);
        if (present != null) {
            return present;
        }
        if (accounts.size() >= maxAccounts) {
            throw new IllegalStateException(
                    "SMS account " + key.label() + " cannot be used: " + maxAccounts
                                            + " accounts are in use or have waiting messages, which is the maximum. Nothing was sent for this account. Use fewer user names at a time, or resume suspended accounts");
        }
        SmsAccount created = new SmsAccount(this, key, user.component());
        accounts.put(key, created);
        return created;
    }

    /** Schedules a check for accounts that can be released. */
    public synchronized void sweepLater() {
        if (!sweeping && !closed && accounts.values().stream().anyMatch(SmsAccount::isUnused)) {
            sweeping = true;
            // On another thread, because this one must not wait while an account starts.
            clock.schedule(SWEEP_INTERVAL.toNanos(), () -> readers.execute(this::sweep));
        }
    }

    private synchronized void sweep() {
        sweeping = false;
        if (closed) {
            return;
        }
        for (SmsAccount account : all()) {
            if (account.release()) {
                accounts.values().remove(account);
                past.add(account.monitor());
            }
        }
        sweepLater();
    }

    KeptPaces paces() {
        return paces;
    }

    /** Returns the message store, or null if messages are kept in memory. */
    public @Nullable MessageStore store() {
        return store;
    }

    /** Returns the nodes that share the message store, or null if it belongs to this process. */
    @Nullable
    Nodes nodes() {
        return nodes;
    }

    /** Returns the name of this process in the message store. */
    public String node() {
        return node;
    }

    CamelContext context() {
        return context;
    }

    /** Returns the tracing, as the context is configured at the first call. */
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

    ScheduledExecutorService alarms() {
        return alarms;
    }

    Executor http() {
        return http;
    }

    /** Returns the pool for status queries and their exchanges. */
    ExecutorService queries() {
        return queries;
    }

    /** Stops the clients of released accounts. */
    Executor retirements() {
        return retirements;
    }

    /** Returns the executor of calls that block until the message store has completed them. */
    public Executor operations() {
        return operations;
    }

    /** Returns the executor on which exchanges continue. */
    public Executor completions() {
        return completers;
    }

    DispatchExecutors executors() {
        return new DispatchExecutors(loop, readers, completers);
    }

    /**
     * Records that the context has begun to stop and its shutdown timeout is running.
     */
    public void contextStopping() {
        stoppingSince = clock.nanos();
    }

    /**
     * Drains all accounts within the rest of Camel's shutdown timeout, then terminates them. Every exchange is
     * completed.
     */
    public void close() {
        List<SmsAccount> closing;
        synchronized (this) {
            closed = true;
            closing = all();
        }
        if (purge != null) {
            purge.close();
        }
        if (nodes != null) {
            nodes.close();
        }
        long timeout = TimeUnit.NANOSECONDS.convert(
                context.getShutdownStrategy().getTimeout(), context.getShutdownStrategy().getTimeUnit());
        long passed = stoppingSince < 0 ? 0 : clock.nanos() - stoppingSince;
        Duration left = Duration.ofNanos(Math.max(0, timeout - passed));
        closing.forEach(SmsAccount::drain);
        long deadline = clock.nanos() + left.toNanos();
        for (SmsAccount account : closing) {
            account.close(Duration.ofNanos(Math.max(0, deadline - clock.nanos())));
        }
        pools.shutdownGraceful(completerPool);
        for (ExecutorService pool : List.of(httpPool, loop, readers, queries, alarms)) {
            pools.shutdownNow(pool);
        }
    }
}
