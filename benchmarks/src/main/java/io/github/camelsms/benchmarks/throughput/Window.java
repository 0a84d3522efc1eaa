package io.github.camelsms.benchmarks.throughput;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A limit on outstanding messages, like that of a caller with limited memory, and a counter of results. Permits are
 * taken in chunks, so that counting costs little.
 */
public final class Window {

    /** A suitable size for single messages. */
    static final int CHUNK = 250;

    private final long total;
    private final int chunk;
    private final Semaphore chunks;
    private final AtomicLong confirmed = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final CountDownLatch all = new CountDownLatch(1);
    private long handedOver;

    /**
     * @param total       total number
     *
     * @param outstanding maximum outstanding; at least two chunks
     * @param chunk       number per permit
     */
    public Window(long total, int outstanding, int chunk) {
        this.total = total;
        this.chunk = chunk;
        this.chunks = new Semaphore(Math.max(2, outstanding / chunk));
    }

    /** Called by the caller's thread before a submission; waits for space. */
    public void enter() throws InterruptedException {
        if (handedOver++ % chunk == 0) {
            chunks.acquire();
        }
    }

    /** Called on any thread for each result. */
    public void leave(boolean accepted) {
        if (!accepted) {
            rejected.incrementAndGet();
        }
        long count = confirmed.incrementAndGet();
        if (count % chunk == 0) {
            chunks.release();
        }
        if (count == total) {
            all.countDown();
        }
    }

    /**
     * Waits for all results.
     *
     * @throws IllegalStateException if a message was not accepted
     */
    public void awaitAllAccepted() throws InterruptedException, TimeoutException {
        if (!all.await(5, TimeUnit.MINUTES)) {
            throw new TimeoutException(confirmed + " of " + total + " were confirmed");
        }
        if (rejected.get() > 0) {
            throw new IllegalStateException(rejected + " of " + total + " were not accepted");
        }
    }
}
