package io.github.camelsms.dispatch;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

/**
 * Hands tasks to pools that may reject them at any time: because they were shut down, are full, or cannot create a
 * thread.
 */
final class Executors {

    private Executors() {
    }

    /** A task that runs once at most, however often it is run. */
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
     * Hands in a task that does not throw.
     *
     * @return null if the task runs or has run; else why it never will
     */
    static @Nullable Throwable tryExecute(Executor pool, Runnable task) {
        OneRun run = new OneRun(task);
        try {
            pool.execute(run);
            return null;
        } catch (Throwable e) {
            // A pool that fails to create a thread may have queued the task before.
            return run.claim() ? e : null;
        }
    }

    /** Whether a pool will never take a task again. */
    static boolean isShutDown(Executor pool) {
        return pool instanceof ExecutorService service && service.isShutdown();
    }
}
