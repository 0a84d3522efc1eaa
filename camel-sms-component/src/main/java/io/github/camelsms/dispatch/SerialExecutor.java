package io.github.camelsms.dispatch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Executor that runs one task at a time, in order, on the thread that hands in a task while no other thread is at work.
 * That thread also runs what others hand in meanwhile, up to a bound; then a thread of a pool continues. After every
 * few tasks, and at the latest when none is left, the owner has its turn. A task sees what the previous one wrote. A
 * task that throws does not stop those behind it. Thread-safe.
 */
final class SerialExecutor implements Executor {

    /** Tasks that run before the owner's turn. */
    private static final int TASKS_IN_A_ROW = 256;
    /** Turns after which another thread continues. */
    private static final int TURNS_IN_A_ROW = 8;

    private final Executor pool;
    private final IntConsumer afterTasks;
    private final Consumer<Throwable> onError;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * @param pool       continues what one thread does not finish, and runs what alarms bring
     * @param afterTasks the owner's turn, which is told how many tasks ran since the previous one
     */
    SerialExecutor(Executor pool, IntConsumer afterTasks, Consumer<Throwable> onError) {
        this.pool = pool;
        this.afterTasks = afterTasks;
        this.onError = onError;
    }

    /**
     * Runs a task on this thread, unless another thread is at work: then that one runs it.
     */
    @Override
    public void execute(Runnable task) {
        if (add(task)) {
            drain();
        }
    }

    /**
     * Runs a task on a thread of the pool, for a caller that holds a lock or whose thread is needed elsewhere. If the
     * pool rejects it, the task runs on the caller's thread.
     */
    void executeOnPool(Runnable task) {
        if (add(task) && Executors.tryExecute(pool, this::drain) != null) {
            drain();
        }
    }

    /** Returns whether no thread is at work, so that the caller must provide one. */
    private boolean add(Runnable task) {
        // Counted before it can be seen: a task that was run before it was counted would let a second thread in.
        boolean isIdle = waiting.getAndIncrement() == 0;
        tasks.add(task);
        return isIdle;
    }

    private void drain() {
        boolean isRejected = true;
        while (isRejected && isAnyLeftAfterSomeTurns()) {
            // Tasks are short, so what the pool rejects is done on this thread: no other thread would do it.
            isRejected = Executors.tryExecute(pool, this::drain) != null;
        }
    }

    private boolean isAnyLeftAfterSomeTurns() {
        for (int turn = 0; turn < TURNS_IN_A_ROW; turn++) {
            int done = runTasks();
            try {
                afterTasks.accept(done);
            } catch (Throwable e) {
                onError.accept(e);
            }
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
            try {
                task.run();
            } catch (Throwable e) {
                onError.accept(e);
            }
        }
        return done;
    }
}
