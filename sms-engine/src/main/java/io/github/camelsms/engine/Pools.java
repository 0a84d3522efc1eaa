package io.github.camelsms.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

/**
 * Submission of tasks to pools that may reject them, because they were shut down, are full, or cannot create a thread.
 */
public final class Pools {

    private Pools() {
    }

    /** A task that runs at most once. */
    private static final class OneRun implements Runnable {

        private final Runnable task;
        private final AtomicBoolean claimed = new AtomicBoolean();

        OneRun(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (claim()) {
                task.run();
            }
        }

        boolean claim() {
            return claimed.compareAndSet(false, true);
        }
    }

    /**
     * Submits a task, which must not throw.
     *
     * @return null if the task was accepted or has run, otherwise why it will never run
     */
    public static @Nullable Throwable tryExecute(Executor pool, Runnable task) {
        OneRun run = new OneRun(task);
        try {
            pool.execute(run);
            return null;
        } catch (Throwable e) {
            // A pool may have queued the task before it failed to create a thread.
            return run.claim() ? e : null;
        }
    }

    /** Submits a task, which must not throw, or runs it on this thread if the pool rejects it. */
    public static void executeOrRun(Executor pool, Runnable task) {
        if (tryExecute(pool, task) != null) {
            task.run();
        }
    }

    /** Returns whether a pool was shut down. */
    static boolean isShutDown(Executor pool) {
        return pool instanceof ExecutorService service && service.isShutdown();
    }
}
