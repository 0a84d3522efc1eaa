package io.github.camelsms.dispatch;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hands ended inputs back to their callers, on one thread of a pool as long as callers are quick, and on more and more
 * when they keep the next ones waiting: a thread for each of the 200 single messages of a request would cost more than
 * most callers do.
 * <p>
 * The number of threads has no bound, because a caller may wait for another completion: for that of a message that it
 * sends itself. Beyond {@link #FEW} threads it grows slowly, and only while completions wait for long. Thread-safe.
 */
final class CompletionWorkers {

    /** Waiting longer than this brings more threads. */
    static final long PATIENCE_NANOS = 2_000_000L;
    /** Up to so many threads their number is doubled; beyond, it grows by a quarter each time. */
    static final int FEW = 64;
    /** With more than a few threads, waiting longer than this brings more. */
    static final long LONG_PATIENCE_NANOS = 100_000_000L;

    private static final int GROWTH = 4;

    private final Executor pool;
    private final DispatchClock clock;
    private final DispatchListeners listeners;
    private final Queue<Submission> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger workers = new AtomicInteger();
    /** Workers that have no thread yet. */
    private final AtomicInteger starting = new AtomicInteger();
    private final AtomicBoolean watching = new AtomicBoolean();

    CompletionWorkers(Executor pool, DispatchClock clock, DispatchListeners listeners) {
        this.pool = pool;
        this.clock = clock;
        this.listeners = listeners;
    }

    void handBack(List<Submission> ended) {
        long now = clock.nanos();
        for (Submission submission : ended) {
            submission.endedAt = now;
            waiting.add(submission);
        }
        if (workers.get() == 0) {
            startWorker();
        }
        watch();
    }

    /** If the pool rejects the worker, the next look tries again; a pool that was shut down leaves it to the caller. */
    private void startWorker() {
        workers.incrementAndGet();
        starting.incrementAndGet();
        Throwable rejection = Executors.tryExecute(pool, this::work);
        if (rejection == null) {
            return;
        }
        if (Executors.isShutDown(pool)) {
            work();
        } else {
            starting.decrementAndGet();
            workers.decrementAndGet();
            listeners.failed(rejection);
        }
    }

    private void work() {
        starting.decrementAndGet();
        handBackAll();
        workers.decrementAndGet();
        // What came after the last look and before the decrement has been left to this worker.
        while (!waiting.isEmpty()) {
            workers.incrementAndGet();
            handBackAll();
            workers.decrementAndGet();
        }
    }

    private void handBackAll() {
        for (Submission next = waiting.poll(); next != null; next = waiting.poll()) {
            try {
                next.sink.completed(next.unread);
            } catch (Throwable e) {
                listeners.failed(e);
            }
        }
    }

    private void watch() {
        if (!waiting.isEmpty() && watching.compareAndSet(false, true)) {
            try {
                clock.schedule(patience(), this::look);
            } catch (Throwable e) {
                watching.set(false);
                listeners.failed(e);
            }
        }
    }

    private void look() {
        watching.set(false);
        Submission next = waiting.peek();
        if (next != null && clock.nanos() - next.endedAt >= patience()) {
            int more = additional();
            for (int i = 0; i < more; i++) {
                startWorker();
            }
        }
        watch();
    }

    private long patience() {
        return workers.get() < FEW ? PATIENCE_NANOS : LONG_PATIENCE_NANOS;
    }

    /** A worker that has no thread yet will take what one more would take. */
    private int additional() {
        int count = workers.get();
        int growth = count < FEW ? Math.max(1, Math.min(count, FEW - count)) : count / GROWTH;
        long useful = waiting.stream().limit(growth + (long) starting.get()).count() - starting.get();
        return (int) Math.max(0, Math.min(growth, useful));
    }
}
