package io.github.camelsms.account;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks on a pool that has a thread for everybody, so many at a time at most; the others wait. An idle thread is
 * used again before a new one is made, so there are as many threads as there is work. Thread-safe.
 */
final class BoundedExecutor implements Executor {

    private final Executor pool;
    private final int most;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger workers = new AtomicInteger();

    BoundedExecutor(Executor pool, int most) {
        this.pool = pool;
        this.most = most;
    }

    /**
     * Hands in a task.
     *
     * @throws RejectedExecutionException if the pool was shut down, or whatever else the pool throws, such as an error
     *                                    because no thread can be created; the task then does not run
     */
    @Override
    public void execute(Runnable task) {
        waiting.add(task);
        if (!mayWork()) {
            return;
        }
        try {
            pool.execute(this::work);
        } catch (RuntimeException | Error e) {
            workers.decrementAndGet();
            if (waiting.remove(task)) {
                throw e;
            }
        }
    }

    /** Never counts one worker too many, not for a moment: a worker on its way out would take it for another. */
    private boolean mayWork() {
        return workers.getAndUpdate(count -> Math.min(count + 1, most)) < most;
    }

    private void work() {
        do {
            for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
                run(task);
            }
            workers.decrementAndGet();
            // What came between the last look and the decrement may have found no room for a worker of its own.
        } while (!waiting.isEmpty() && mayWork());
    }

    /** A task that throws does not stop the ones behind it. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
