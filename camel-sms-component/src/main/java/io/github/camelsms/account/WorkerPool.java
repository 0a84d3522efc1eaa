package io.github.camelsms.account;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Executor on a pool of the user. A thread of the component submits the tasks, because all accounts may depend on the
 * caller's thread, and a pool that is full may block its caller, or run the task there. A task that the pool rejects
 * runs on that thread, too. Thread-safe.
 */
final class WorkerPool implements Executor {

    private final Executor pool;
    private final Executor submitters;

    /**
     * @param pool       pool of the user, not shut down here
     * @param submitters unbounded pool of the component
     */
    WorkerPool(Executor pool, Executor submitters) {
        this.pool = pool;
        this.submitters = submitters;
    }

    @Override
    public void execute(Runnable task) {
        submitters.execute(() -> submit(task));
    }

    private void submit(Runnable task) {
        AtomicBoolean isTaken = new AtomicBoolean();
        Runnable once = () -> {
            if (isTaken.compareAndSet(false, true)) {
                task.run();
            }
        };
        try {
            pool.execute(once);
        } catch (RuntimeException | Error e) {
            // The pool may have queued the task before it failed to create a thread.
            once.run();
        }
    }
}
