package io.github.camelsms.dispatch;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Hands tasks to pools that may have been shut down already.
 */
final class Executors {

    private Executors() {
    }

    /** After the pool was shut down the task runs on the caller's thread, so that nobody waits in vain. */
    static void run(Executor pool, Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }
}
