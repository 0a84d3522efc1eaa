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
 * most callers do. Thread-safe.
 */
final class CompletionWorkers {

    /** Waiting longer than this brings more threads. */
    static final long PATIENCE_NANOS = 2_000_000L;

    private static final int MOST = 64;

    private final Executor pool;
    private final DispatchClock clock;
    private final SafeListener listener;
    private final Queue<Ended> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger workers = new AtomicInteger();
    private final AtomicBoolean watching = new AtomicBoolean();

    CompletionWorkers(Executor pool, DispatchClock clock, SafeListener listener) {
        this.pool = pool;
        this.clock = clock;
        this.listener = listener;
    }

    /** An input that has all its results, and since when. */
    private record Ended(Submission submission, long since) {
    }

    void handBack(List<Submission> ended) {
        long now = clock.nanos();
        for (Submission submission : ended) {
            waiting.add(new Ended(submission, now));
        }
        if (workers.get() == 0) {
            startWorker();
        }
        watch();
    }

    private void startWorker() {
        if (mayWork()) {
            Executors.run(pool, this::work);
        }
    }

    private boolean mayWork() {
        return workers.getAndUpdate(count -> Math.min(count + 1, MOST)) < MOST;
    }

    private void work() {
        do {
            for (Ended next = waiting.poll(); next != null; next = waiting.poll()) {
                handBack(next.submission);
            }
            workers.decrementAndGet();
            // What came after the last look and before the decrement has been left to this worker.
        } while (!waiting.isEmpty() && mayWork());
    }

    private void handBack(Submission submission) {
        try {
            submission.sink.completed(submission.unread);
        } catch (Throwable e) {
            listener.failed(e);
        }
    }

    private void watch() {
        if (!waiting.isEmpty() && watching.compareAndSet(false, true)) {
            clock.schedule(PATIENCE_NANOS, this::look);
        }
    }

    private void look() {
        watching.set(false);
        Ended next = waiting.peek();
        if (next != null && clock.nanos() - next.since >= PATIENCE_NANOS) {
            int more = Math.max(1, workers.get());
            for (int i = 0; i < more; i++) {
                startWorker();
            }
        }
        watch();
    }
}
