package io.github.camelsms.account;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.engine.Pools;

/**
 * Executor that runs a bounded number of tasks at a time on an unbounded pool. Further tasks wait in a queue.
 * Thread-safe.
 */
final class BoundedExecutor implements Executor {

    private final Executor pool;
    private final int maxWorkers;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger workers = new AtomicInteger();

    BoundedExecutor(Executor pool, int maxWorkers) {
        this.pool = pool;
        this.maxWorkers = maxWorkers;
    }

    /**
     * Runs a task as soon as a thread is available.
     *
     * @throws RejectedExecutionException if the pool was shut down; the task does not run. Other exceptions of the pool
     *                                    are thrown as well, such as an error because no thread can be created
     */
    @Override
    public void execute(Runnable task) {
        waiting.add(task);
        if (!tryAddWorker()) {
            return;
        }
        Throwable rejection = Pools.tryExecute(pool, this::work);
        if (rejection == null) {
            return;
        }
        workers.decrementAndGet();
        if (waiting.remove(task)) {
            if (rejection instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) rejection;
        }
    }

    /**
     * Runs a task after those that wait, without another thread. Must be called in a task of this executor that ends
     * soon, because its thread may have to run this one.
     */
    void executeNext(Runnable task) {
        waiting.add(task);
    }

    /** Never exceeds the maximum, not even briefly: a worker that is about to end would count it as another worker. */
    private boolean tryAddWorker() {
        return workers.getAndUpdate(count -> Math.min(count + 1, maxWorkers)) < maxWorkers;
    }

    private void work() {
        do {
            for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
                run(task);
            }
            workers.decrementAndGet();
            // A task that arrived between the last poll and the decrement may not have started a worker.
        } while (!waiting.isEmpty() && tryAddWorker());
    }

    /** Isolates the tasks from each other's exceptions. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
