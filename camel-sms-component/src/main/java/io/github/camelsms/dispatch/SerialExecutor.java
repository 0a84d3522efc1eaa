package io.github.camelsms.dispatch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs tasks one at a time and in order on the threads of a pool, without owning a thread, and something of its owner's
 * after every few of them, at the latest when none is left. What one task writes, the next one sees. A task that throws
 * does not stop the ones behind it.
 */
final class SerialExecutor implements Executor {

    /** Tasks that are run before the owner's turn. */
    private static final int TASKS_IN_A_ROW = 256;
    /** Turns after which others that share the pool get a thread. */
    private static final int TURNS_IN_A_ROW = 8;

    private final Executor pool;
    private final Runnable afterTasks;
    private final Consumer<Throwable> onError;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * @param afterTasks runs like a task, after those that were waiting
     */
    SerialExecutor(Executor pool, Runnable afterTasks, Consumer<Throwable> onError) {
        this.pool = pool;
        this.afterTasks = afterTasks;
        this.onError = onError;
    }

    /**
     * Hands in a task. If the pool rejects it, the task runs on the caller's thread, so that it is never lost.
     */
    @Override
    public void execute(Runnable task) {
        // Counted before it can be seen: a task that was run before it was counted would let a second thread in.
        boolean idle = waiting.getAndIncrement() == 0;
        tasks.add(task);
        if (idle) {
            handOver();
        }
    }

    /** What the pool rejects is done on this thread: the tasks are short, and no other thread would run them. */
    private void handOver() {
        boolean rejected = Executors.tryExecute(pool, this::drain) != null;
        while (rejected && isAnyLeftAfterSomeTurns()) {
            rejected = Executors.tryExecute(pool, this::drain) != null;
        }
    }

    private void drain() {
        if (isAnyLeftAfterSomeTurns()) {
            handOver();
        }
    }

    private boolean isAnyLeftAfterSomeTurns() {
        for (int turn = 0; turn < TURNS_IN_A_ROW; turn++) {
            int done = runTasks();
            runSafely(afterTasks);
            // Only when this reaches zero may another thread take over.
            if (waiting.addAndGet(-done) == 0) {
                return false;
            }
        }
        return true;
    }

    private int runTasks() {
        int done = 0;
        while (done < TASKS_IN_A_ROW) {
            Runnable task = tasks.poll();
            if (task == null) {
                break;
            }
            done++;
            runSafely(task);
        }
        return done;
    }

    private void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            onError.accept(e);
        }
    }
}
