package io.github.camelsms.engine;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Workers that complete inputs on threads of a pool. One thread completes many inputs, and threads are added when
 * completions wait, because a thread for each single message would cost more than most completions.
 * <p>
 * The number of threads is not bounded, because a completion may wait for another one: that of a message that it sends
 * itself. Beyond {@link #MAX_DOUBLED_THREADS} threads it grows slowly, and only after longer waits. Thread-safe.
 */
final class CompletionWorkers {

    /** Waiting time of a completion after which threads are added. */
    static final long MAX_WAIT_NANOS = Duration.ofMillis(2).toNanos();
    /** Up to this number of threads it is doubled; beyond, it grows by a quarter each time. */
    static final int MAX_DOUBLED_THREADS = 64;
    /** Waiting time with more than {@link #MAX_DOUBLED_THREADS} threads. */
    static final long LONG_WAIT_NANOS = Duration.ofMillis(100).toNanos();

    private static final int GROWTH = 4;

    private final Executor pool;
    private final EngineClock clock;
    private final EngineListeners listeners;
    private final Queue<Submission> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger workers = new AtomicInteger();
    /** Number of workers that have no thread yet. */
    private final AtomicInteger starting = new AtomicInteger();
    private final AtomicBoolean watching = new AtomicBoolean();

    CompletionWorkers(Executor pool, EngineClock clock, EngineListeners listeners) {
        this.pool = pool;
        this.clock = clock;
        this.listeners = listeners;
    }

    void complete(List<Submission> ended) {
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

    /**
     * If the pool rejects a worker, the next check retries. If the pool was shut down, the caller's thread does the
     * work.
     */
    private void startWorker() {
        workers.incrementAndGet();
        starting.incrementAndGet();
        Throwable rejection = Pools.tryExecute(pool, this::work);
        if (rejection == null) {
            return;
        }
        if (Pools.isShutDown(pool)) {
            work();
        } else {
            starting.decrementAndGet();
            workers.decrementAndGet();
            listeners.failed(rejection);
        }
    }

    private void work() {
        starting.decrementAndGet();
        completeAll();
        workers.decrementAndGet();
        // Completions that arrived between the last poll and the decrement are left to this worker.
        while (!waiting.isEmpty()) {
            workers.incrementAndGet();
            completeAll();
            workers.decrementAndGet();
        }
    }

    private void completeAll() {
        for (Submission next = waiting.poll(); next != null; next = waiting.poll()) {
            try {
                next.sink.completed(next.unread);
            } catch (Throwable e) {
                listeners.failed(e);
            }
            Runnable afterCompletion = next.afterCompletion;
            if (afterCompletion != null) {
                afterCompletion.run();
            }
        }
    }

    private void watch() {
        if (!waiting.isEmpty() && watching.compareAndSet(false, true)) {
            try {
                clock.schedule(maxWait(), this::check);
            } catch (Throwable e) {
                watching.set(false);
                listeners.failed(e);
            }
        }
    }

    private void check() {
        watching.set(false);
        Submission next = waiting.peek();
        if (next != null && clock.nanos() - next.endedAt >= maxWait()) {
            int more = additional();
            for (int i = 0; i < more; i++) {
                startWorker();
            }
        }
        watch();
    }

    private long maxWait() {
        return workers.get() < MAX_DOUBLED_THREADS ? MAX_WAIT_NANOS : LONG_WAIT_NANOS;
    }

    /** Returns the number of threads to add, less the workers that have no thread yet. */
    private int additional() {
        int count = workers.get();
        int growth = count < MAX_DOUBLED_THREADS ? Math.max(1, Math.min(count, MAX_DOUBLED_THREADS - count)) : count / GROWTH;
        long useful = waiting.stream().limit(growth + (long) starting.get()).count() - starting.get();
        return (int) Math.max(0, Math.min(growth, useful));
    }
}
