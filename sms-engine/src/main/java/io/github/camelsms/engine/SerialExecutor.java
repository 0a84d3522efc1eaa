package io.github.camelsms.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Executor that runs one task at a time, in order, on the thread that submits a task while no other thread is active.
 * That thread also runs tasks that others submit meanwhile, up to a limit; then a thread of a pool continues.
 * <p>
 * After every few tasks, and after the last one, <code>afterTasks</code> is called. A task sees the writes of the
 * previous one. An exception of a task does not affect other tasks. Thread-safe.
 */
public final class SerialExecutor implements Executor {

    /** Maximum number of tasks between two calls of <code>afterTasks</code>. */
    private static final int TASKS_IN_A_ROW = 256;
    /** Number of calls after which a thread of the pool continues. */
    private static final int TURNS_IN_A_ROW = 8;

    private final Executor pool;
    private final Runnable afterTasks;
    private final Consumer<Throwable> onError;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Whether a thread runs the tasks, or the pool was asked for one. */
    private final AtomicBoolean isActive = new AtomicBoolean();

    /**
     * @param pool       runs the remaining tasks of a thread at its limit, and the tasks of {@link #executeOnPool}
     * @param afterTasks runs like a task
     */
    public SerialExecutor(Executor pool, Runnable afterTasks, Consumer<Throwable> onError) {
        this.pool = pool;
        this.afterTasks = afterTasks;
        this.onError = onError;
    }

    /**
     * Runs a task on this thread, or on another thread if one is active.
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
    public void executeOnPool(Runnable task) {
        if (add(task)) {
            Pools.executeOrRun(pool, this::drain);
        }
    }

    /** Adds a task. Returns whether no thread is active, so that the caller must provide one. */
    private boolean add(Runnable task) {
        tasks.add(task);
        return activate();
    }

    private boolean activate() {
        return !isActive.get() && isActive.compareAndSet(false, true);
    }

    private void drain() {
        boolean isRejected = true;
        while (isRejected && isAnyLeftAfterSomeTurns()) {
            // If the pool rejects the work, this thread does it, because no other thread would. Tasks are short.
            isRejected = Pools.tryExecute(pool, this::drain) != null;
        }
    }

    private boolean isAnyLeftAfterSomeTurns() {
        for (int turn = 0; turn < TURNS_IN_A_ROW; turn++) {
            if (!takeTurn()) {
                leave();
                return false;
            }
            if (tasks.isEmpty()) {
                // Another thread may take over from here on.
                isActive.set(false);
                // A task that was added before that relies on this thread.
                if (tasks.isEmpty() || !activate()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns false if not even an error could be reported, as at the end of the caller's stack. */
    private boolean takeTurn() {
        try {
            runTasks();
            run(afterTasks);
            return true;
        } catch (Throwable e) {
            return false;
        }
    }

    /** Leaves the tasks to a thread of the pool. If there is none, the next task that is submitted continues. */
    private void leave() {
        try {
            if (!tasks.isEmpty() && Pools.tryExecute(pool, this::drain) == null) {
                return;
            }
        } catch (Throwable e) {
            // There is no room for this either.
        }
        isActive.set(false);
    }

    private void runTasks() {
        for (int done = 0; done < TASKS_IN_A_ROW; done++) {
            Runnable task = tasks.poll();
            if (task == null) {
                return;
            }
            run(task);
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            onError.accept(e);
        }
    }
}
