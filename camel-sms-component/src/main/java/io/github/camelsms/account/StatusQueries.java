package io.github.camelsms.account;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Runs an account's status queries, a few at a time; the others wait in a bounded queue.
 * <p>
 * A query gives its place to the next one before its exchange continues. So a route may ask again from there, or block,
 * without keeping other queries from running. Thread-safe.
 */
public final class StatusQueries {

    public static final int MAX_RUNNING = 16;
    public static final int MAX_WAITING = 1_000;

    private final String account;
    private final Executor pool;
    private final Queue<Query> waiting = new ArrayDeque<>();
    private int running;

    /**
     * @param pool has a thread for each task that it takes
     */
    StatusQueries(String account, Executor pool) {
        this.account = account;
        this.pool = pool;
    }

    /** Is told once how a query ended. */
    @FunctionalInterface
    public interface End {

        /**
         * @param statuses what was found; null if it failed
         * @param failure  why it failed; null if it did not
         */
        void ended(@Nullable List<SmsStatus> statuses, @Nullable Throwable failure);
    }

    private record Query(Callable<List<SmsStatus>> question, End end) {
    }

    /**
     * Runs a query as soon as there is a place for it.
     *
     * @param  end                        is called on a thread of the pool; on the caller's if the pool takes no task
     *                                    any more
     * @throws RejectedExecutionException if too many queries are waiting; then this one does not run, and
     *                                    <code>end</code> is not called
     */
    public void ask(Callable<List<SmsStatus>> question, End end) {
        Query query = new Query(question, end);
        if (mayRun(query)) {
            start(query);
        }
    }

    private synchronized boolean mayRun(Query query) {
        if (running < MAX_RUNNING) {
            running++;
            return true;
        }
        if (waiting.size() >= MAX_WAITING) {
            throw new RejectedExecutionException(
                    "status query of account " + account + " refused: " + running + " queries are running and "
                                                 + waiting.size()
                                                 + " are waiting. The service was not asked, so nothing was consumed: ask again later, or send fewer queries at a time");
        }
        waiting.add(query);
        return false;
    }

    private void start(Query query) {
        for (Query next = query; next != null;) {
            Query started = next;
            try {
                pool.execute(() -> run(started));
                return;
            } catch (RejectedExecutionException e) {
                next = giveUpPlace();
                started.end.ended(null, notAsked("the component is stopping"));
            } catch (Error e) {
                next = giveUpPlace();
                started.end.ended(null, notAsked("no thread could be started (" + e.getClass().getSimpleName() + ")"));
            }
        }
    }

    private void run(Query query) {
        List<SmsStatus> statuses = null;
        Throwable failure = null;
        try {
            statuses = query.question.call();
        } catch (Throwable e) {
            failure = e;
        }
        Query next = giveUpPlace();
        if (next != null) {
            start(next);
        }
        query.end.ended(statuses, failure);
    }

    /** The query that has the place from now on, or null if none is waiting. */
    private synchronized @Nullable Query giveUpPlace() {
        Query next = waiting.poll();
        if (next == null) {
            running--;
        }
        return next;
    }

    private RejectedExecutionException notAsked(String why) {
        return new RejectedExecutionException(
                "status query of account " + account + " failed: " + why
                                              + ". The service was not asked, so nothing was consumed: ask again later");
    }
}
