package io.github.camelsms.benchmarks.throughput;

import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Threads that run the same task at the same time.
 */
final class Callers implements AutoCloseable {

    private final int count;
    private final ExecutorService threads;

    Callers(int count) {
        this.count = count;
        this.threads = Executors.newFixedThreadPool(count);
    }

    /**
     * Runs the task on each thread and waits for all of them.
     *
     * @throws Exception if one of them has failed
     */
    void run(Callable<Void> task) throws Exception {
        for (Future<Void> one : threads.invokeAll(Collections.nCopies(count, task))) {
            one.get();
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
