package io.github.camelsms.dispatch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs tasks one at a time and in order on the threads of a pool, without owning a thread. What one task writes, the
 * next one sees. A task that throws does not stop the ones behind it.
 */
final class SerialExecutor implements Executor {

    private final Executor pool;
    private final Consumer<Throwable> onError;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    SerialExecutor(Executor pool, Consumer<Throwable> onError) {
        this.pool = pool;
        this.onError = onError;
    }

    /**
     * Hands in a task. After the pool was shut down the task runs on the caller's thread, so that nobody waits in vain.
     */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (waiting.getAndIncrement() == 0) {
            Executors.run(pool, this::drain);
        }
    }

    private void drain() {
        int done;
        do {
            done = 0;
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                done++;
                runSafely(task);
            }
            // Only when this reaches zero may another thread take over.
        } while (waiting.addAndGet(-done) != 0);
    }

    private void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            onError.accept(e);
        }
    }
}
