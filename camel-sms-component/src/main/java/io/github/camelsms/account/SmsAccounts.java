package io.github.camelsms.account;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.dispatch.DispatchExecutors;
import io.github.camelsms.observe.RequestTracing;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/**
 * The accounts of one component, and the threads that they share: their number does not grow with the accounts.
 * <p>
 * An account exists from the first lease on. Some time after its last lease was closed it is released, as soon as
 * nothing of it waits or is in flight and its next request could leave at once, so that its pace outlives its routes.
 * Thread-safe.
 */
public final class SmsAccounts {

    /** Accounts that may exist at one time, because each has a connection pool and its meters. */
    public static final int MAX_ACCOUNTS = 5_000;

    /** How often accounts without users are looked at. One that is unused at two looks may be released. */
    private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(1);
    private static final int LOOP_THREADS = 2;
    private static final int MAX_HTTP_CALLS = 512;

    private final CamelContext context;
    private final ExecutorServiceManager pools;
    private final ScheduledExecutorService alarms;
    private final ExecutorService loop;
    private final ExecutorService httpPool;
    private final Executor http;
    private final ExecutorService readers;
    private final ExecutorService queries;
    private final ExecutorService completerPool;
    private final Executor completers;
    private final SystemClock clock;
    private final int maxAccounts;
    private final KeptPaces paces;
    private final Map<AccountKey, SmsAccount> accounts = new LinkedHashMap<>();
    private final PastCounts past = new PastCounts();
    private boolean sweeping;
    private boolean closed;
    private @Nullable RequestTracing tracing;
    private volatile long stoppingSince = -1;

    /**
     * @param workerPool  where exchanges continue, or null for a pool of the component; not shut down here
     * @param maxAccounts accounts that may exist at one time, 1 or more
     * @param paces       when the accounts' next requests may leave, from the component's last stop and for its next
     *                    start
     */
    public SmsAccounts(CamelContext context, @Nullable ExecutorService workerPool, int maxAccounts, KeptPaces paces) {
        this.context = context;
        this.maxAccounts = maxAccounts;
        this.paces = paces;
        this.pools = context.getExecutorServiceManager();
        // Each account has alarms of its own, so a bound, which Camel sets by default, would be one of their number.
        this.alarms = pools.newScheduledThreadPool(
                this, "SmsAlarms", new ThreadPoolProfileBuilder("SmsAlarms").poolSize(1).maxQueueSize(-1).build());
        this.loop = pools.newThreadPool(
                this, "SmsLoop",
                // The size of the queue is that of the work; a pool that is full would run it on its caller's thread.
                new ThreadPoolProfileBuilder("SmsLoop").poolSize(LOOP_THREADS).maxPoolSize(LOOP_THREADS)
                        .maxQueueSize(Integer.MAX_VALUE).rejectedPolicy(ThreadPoolRejectedPolicy.Abort)
                        .keepAliveTime(60L).allowCoreThreadTimeOut(true).build());
        this.httpPool = pool("SmsHttp");
        this.http = new BoundedExecutor(httpPool, Math.min(threads("SmsHttp"), MAX_HTTP_CALLS));
        // What continues on a completion's thread may wait for another completion, so a bound of ours would be a deadlock.
        this.completerPool = pool("SmsCompletion");
        this.completers = workerPool == null ? completerPool : new WorkerPool(workerPool, completerPool);
        // Inputs may block while they are read, so a bound would let some of them block the others.
        this.readers = pools.newCachedThreadPool(this, "SmsInput");
        // Each account bounds how many of its queries run; what a route does with their results may block.
        this.queries = pools.newCachedThreadPool(this, "SmsQuery");
        this.clock = new SystemClock(alarms);
    }

    /**
     * A pool by the user's thread-pool profile of that id, or one that has a thread for everybody. Of a profile count
     * the number of threads and how long they stay: what finds all of them busy waits and is never rejected.
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
        Integer most = profile.getMaxPoolSize() == null ? profile.getPoolSize() : profile.getMaxPoolSize();
        return most == null || most < 1 ? Integer.MAX_VALUE : most;
    }

    /**
     * A user of an endpoint starts. Its settings must agree with those of the account's other users.
     *
     * @throws IllegalArgumentException if they do not, or if another user polls the account's statuses already
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

    /** Suspends sending, also of an account that nobody uses yet. */
    public synchronized void suspendSending(AccountUser user) {
        account(user).suspendSending();
    }

    public synchronized List<SmsAccount> all() {
        return new ArrayList<>(accounts.values());
    }

    /** What happened to the accounts that have been released since the start. */
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
                                            + " accounts are in use or have messages that wait, and no more are kept at one time. Nothing was sent for it. Use fewer user names at a time, or resume accounts that are suspended");
        }
        SmsAccount created = new SmsAccount(this, key, user.component());
        accounts.put(key, created);
        return created;
    }

    /** Looks soon for accounts that can be released. */
    public synchronized void sweepLater() {
        if (!sweeping && !closed && accounts.values().stream().anyMatch(SmsAccount::isUnused)) {
            sweeping = true;
            // The thread of the alarms must not wait for an account that starts.
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

    CamelContext context() {
        return context;
    }

    /** How requests are traced, as the context is set up when the first sender asks. */
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

    /** Runs status queries, and the exchanges that continue from them. */
    ExecutorService queries() {
        return queries;
    }

    DispatchExecutors executors() {
        return new DispatchExecutors(loop, readers, completers);
    }

    /**
     * The context began to stop: its shutdown timeout runs from here.
     */
    public void contextStopping() {
        stoppingSince = clock.nanos();
    }

    /**
     * Drains within what is left of Camel's shutdown timeout, then ends what is left. Every exchange is completed.
     */
    public void close() {
        List<SmsAccount> closing;
        synchronized (this) {
            closed = true;
            closing = all();
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
