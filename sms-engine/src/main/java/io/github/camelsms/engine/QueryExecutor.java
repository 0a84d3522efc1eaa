package io.github.camelsms.engine;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * Executor of an account's status queries, with bounded concurrency and a bounded queue.
 * <p>
 * A query releases its place before its exchange continues, so that a route that blocks or queries again does not hold
 * up other queries. Thread-safe.
 */
public final class QueryExecutor {

    public static final int MAX_RUNNING = 16;
    public static final int MAX_WAITING = 1_000;

    private final String account;
    private final Executor pool;
    private final Queue<Query<?>> waiting = new ArrayDeque<>();
    private int running;

    /**
     * @param pool pool with a thread for each task
     */
    public QueryExecutor(String account, Executor pool) {
        this.account = account;
        this.pool = pool;
    }

    private record Query<T>(Callable<T> call, BiConsumer<@Nullable T, @Nullable Throwable> end) {
    }

    /**
     * Runs a query as soon as there is a place for it.
     *
     * @param  end                        called once, with what the query has found or the cause of its failure, on a
     *                                    thread of the pool, or on the caller's if the pool rejects the query
     * @throws RejectedExecutionException if too many queries are waiting; <code>end</code> is not called
     */
    public <T> void submit(Callable<T> call, BiConsumer<@Nullable T, @Nullable Throwable> end) {
        Query<T> query = new Query<>(call, end);
        if (mayRun(query)) {
            start(query);
        }
    }

    private synchronized boolean mayRun(Query<?> query) {
        if (running < MAX_RUNNING) {
            running++;
            return true;
        }
        if (waiting.size() >= MAX_WAITING) {
            throw new RejectedExecutionException(
                    "status query of account " + account + " rejected: " + running + " queries are running and "
                                                 + waiting.size()
                                                 + " are waiting. No request was sent, so nothing was consumed. Retry later, or send fewer queries at a time");
        }
        waiting.add(query);
        return false;
    }

    private void start(Query<?> query) {
        for (Query<?> next = query; next != null;) {
            Query<?> started = next;
            try {
                pool.execute(() -> run(started));
                return;
            } catch (RejectedExecutionException | Error e) {
                String why = e instanceof Error
                        ? "no thread could be started (" + e.getClass().getSimpleName() + ")" : "the component is stopping";
                next = releasePlace();
                started.end.accept(null, notAsked(why));
            }
        }
    }

    private <T> void run(Query<T> query) {
        T result = null;
        Throwable failure = null;
        try {
            result = query.call.call();
        } catch (Throwable e) {
            failure = e;
        }
        Query<?> next = releasePlace();
        if (next != null) {
            start(next);
        }
        query.end.accept(result, failure);
    }

    /** Returns the query that takes the place, or null if none is waiting. */
    private synchronized @Nullable Query<?> releasePlace() {
        Query<?> next = waiting.poll();
        if (next == null) {
            running--;
        }
        return next;
    }

    private RejectedExecutionException notAsked(String why) {
        return new RejectedExecutionException(
                "status query of account " + account + " failed: " + why
                                              + ". No request was sent, so nothing was consumed. Retry later");
    }
}
