package io.github.camelsms.account;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * A pool of the user's, on which exchanges continue. A task that it rejects, or that it would run on the thread that
 * hands the task in, runs on a pool of the component instead: that thread may be the one that all accounts depend on.
 * Thread-safe.
 */
final class WorkerPool implements Executor {

    private final Executor pool;
    private final Executor spare;

    /**
     * @param pool  the user's, which is not shut down here
     * @param spare takes what <code>pool</code> does not
     */
    WorkerPool(Executor pool, Executor spare) {
        this.pool = pool;
        this.spare = spare;
    }

    @Override
    public void execute(Runnable task) {
        HandOver handOver = new HandOver(task);
        try {
            pool.execute(handOver);
        } catch (RejectedExecutionException e) {
            spare.execute(task);
        }
        handOver.isOver = true;
    }

    /** A task, and whether it is still being handed in, which the thread that does so alone asks and says. */
    private final class HandOver implements Runnable {

        private final Thread caller = Thread.currentThread();
        private final Runnable task;
        private boolean isOver;

        HandOver(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (Thread.currentThread() == caller && !isOver) {
                spare.execute(task);
            } else {
                task.run();
            }
        }
    }
}
