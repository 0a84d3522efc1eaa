package io.github.camelsms.account;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Executor on a pool of the user. A task that the pool rejects, or would run on the caller's thread, runs on a pool of
 * the component instead, because all accounts may depend on the caller's thread. Thread-safe.
 */
final class WorkerPool implements Executor {

    private final Executor pool;
    private final Executor spare;

    /**
     * @param pool  pool of the user, not shut down here
     * @param spare pool for the other tasks
     */
    WorkerPool(Executor pool, Executor spare) {
        this.pool = pool;
        this.spare = spare;
    }

    @Override
    public void execute(Runnable task) {
        Submitted submitted = new Submitted(task);
        try {
            pool.execute(submitted);
        } catch (RejectedExecutionException e) {
            spare.execute(task);
        }
        submitted.isReturned = true;
    }

    /** A task and whether its submission has ended. Only the submitting thread reads and writes that flag. */
    private final class Submitted implements Runnable {

        private final Thread caller = Thread.currentThread();
        private final Runnable task;
        private boolean isReturned;

        Submitted(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (Thread.currentThread() == caller && !isReturned) {
                spare.execute(task);
            } else {
                task.run();
            }
        }
    }
}
