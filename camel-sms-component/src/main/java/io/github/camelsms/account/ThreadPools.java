package io.github.camelsms.account;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.engine.EngineExecutors;
import io.github.camelsms.engine.Pools;
import org.jspecify.annotations.Nullable;

import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/**
 * Thread pools of one component, which all its accounts share. The number of threads does not depend on the number of
 * accounts. Thread-safe.
 */
public final class ThreadPools {

    private static final int LOOP_THREADS = 2;
    private static final int MAX_RETIREMENTS = 4;
    private static final int MAX_OPERATIONS = 8;
    private static final int MAX_HTTP_CALLS = 512;

    private final Object source;
    private final ExecutorServiceManager pools;
    private final ScheduledExecutorService alarms;
    private final ExecutorService loop;
    private final ExecutorService httpPool;
    private final BoundedExecutor http;
    private final ExecutorService readers;
    private final ExecutorService queries;
    private final Executor retirements;
    private final Executor operations;
    private final ExecutorService completerPool;
    private final Executor completers;

    /**
     * @param source     owner of the pools in Camel's management
     * @param workerPool pool on which exchanges continue, or null for a pool of the component; not shut down here
     */
    ThreadPools(Object source, ExecutorServiceManager pools, @Nullable ExecutorService workerPool) {
        this.source = source;
        this.pools = pools;
        // Each account has its own alarms, so Camel's default bound would limit the number of accounts.
        this.alarms = pools.newScheduledThreadPool(
                source, "SmsAlarms", new ThreadPoolProfileBuilder("SmsAlarms").poolSize(1).maxQueueSize(-1).build());
        this.loop = pools.newThreadPool(
                source, "SmsLoop",
                // Unbounded, because a full pool would run tasks on the caller's thread.
                new ThreadPoolProfileBuilder("SmsLoop").poolSize(LOOP_THREADS).maxPoolSize(LOOP_THREADS)
                        .maxQueueSize(Integer.MAX_VALUE).rejectedPolicy(ThreadPoolRejectedPolicy.Abort)
                        .keepAliveTime(60L).allowCoreThreadTimeOut(true).build());
        this.httpPool = pool("SmsHttp");
        this.http = new BoundedExecutor(httpPool, Math.min(threads("SmsHttp"), MAX_HTTP_CALLS));
        // An exchange may wait for another completion on this thread, so a default bound could cause a deadlock.
        this.completerPool = pool("SmsCompletion");
        this.completers
                = workerPool == null ? completerPool : onWorkerPool(workerPool, orOnCallerAfterShutdown(completerPool));
        // Unbounded, because inputs may block while they are read and would then block the others.
        this.readers = pools.newCachedThreadPool(source, "SmsInput");
        // Unbounded, because each account bounds its queries and a route may block on their results.
        this.queries = pools.newCachedThreadPool(source, "SmsQuery");
        // Many accounts may be released at the same time, which does not need a thread for each.
        Executor retiring = new BoundedExecutor(queries, MAX_RETIREMENTS);
        this.retirements = task -> Pools.executeOrRun(retiring, task);
        this.operations = new BoundedExecutor(queries, MAX_OPERATIONS);
    }

    /**
     * Creates a pool from the thread-pool profile of this id, or an unbounded pool if there is none. Only the profile's
     * number of threads and keep-alive time apply: tasks wait for a thread and are never rejected.
     */
    private ExecutorService pool(String id) {
        ThreadPoolProfile profile = pools.getThreadPoolProfile(id);
        int threads = threads(id);
        if (profile == null || threads == Integer.MAX_VALUE) {
            return pools.newCachedThreadPool(source, id);
        }
        ThreadPoolProfileBuilder builder = new ThreadPoolProfileBuilder(id).poolSize(threads).maxPoolSize(threads)
                .maxQueueSize(Integer.MAX_VALUE).rejectedPolicy(ThreadPoolRejectedPolicy.Abort).allowCoreThreadTimeOut(true);
        Long keepAlive = profile.getKeepAliveTime();
        TimeUnit unit = profile.getTimeUnit();
        return pools.newThreadPool(
                source, id, builder.keepAliveTime(keepAlive == null ? 60L : keepAlive, unit == null ? TimeUnit.SECONDS : unit)
                        .build());
    }

    /**
     * Returns an executor on a pool of the user. A thread of the component submits the tasks, because all accounts may
     * depend on the caller's thread, and a pool that is full may block its caller, or run the task there. A task that
     * the pool rejects runs on that thread, too.
     *
     * @param submitters unbounded pool of the component
     */
    static Executor onWorkerPool(Executor workerPool, Executor submitters) {
        return task -> submitters.execute(() -> Pools.executeOrRun(workerPool, task));
    }

    /** Runs tasks on the caller's thread when a pool was shut down, because their exchanges must be completed. */
    private static Executor orOnCallerAfterShutdown(ExecutorService pool) {
        return task -> {
            try {
                pool.execute(task);
            } catch (RejectedExecutionException e) {
                if (!pool.isShutdown()) {
                    throw e;
                }
                task.run();
            }
        };
    }

    private int threads(String id) {
        ThreadPoolProfile profile = pools.getThreadPoolProfile(id);
        if (profile == null) {
            return Integer.MAX_VALUE;
        }
        Integer threads = profile.getMaxPoolSize() == null ? profile.getPoolSize() : profile.getMaxPoolSize();
        return threads == null || threads < 1 ? Integer.MAX_VALUE : threads;
    }

    ScheduledExecutorService alarms() {
        return alarms;
    }

    BoundedExecutor http() {
        return http;
    }

    /** Returns the pool for status queries and their exchanges. */
    ExecutorService queries() {
        return queries;
    }

    /** Returns the executor that stops the clients of released accounts; it never rejects a task. */
    Executor retirements() {
        return retirements;
    }

    /** Returns the executor of calls that block until the message store has completed them. */
    public Executor operations() {
        return operations;
    }

    /** Returns the executor on which inputs are read, each on a thread of its own. */
    public Executor inputs() {
        return readers;
    }

    /** Returns the executor on which exchanges continue. */
    public Executor completions() {
        return completers;
    }

    EngineExecutors executors() {
        return new EngineExecutors(loop, readers, completers);
    }

    /** Shuts the pools down. The tasks on which exchanges continue are completed first. */
    void close() {
        pools.shutdownGraceful(completerPool);
        for (ExecutorService pool : List.of(httpPool, loop, readers, queries, alarms)) {
            pools.shutdownNow(pool);
        }
    }
}
