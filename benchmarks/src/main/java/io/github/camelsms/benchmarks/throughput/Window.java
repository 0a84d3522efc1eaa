package io.github.camelsms.benchmarks.throughput;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is out at one time, bounded as a caller bounds it that has only so much memory; counts what came back. Permits
 * go in chunks, so that the counting costs little beside what is measured.
 */
public final class Window {

    /** A good size where a single message is what is counted. */
    static final int CHUNK = 250;

    private final long total;
    private final int chunk;
    private final Semaphore chunks;
    private final AtomicLong confirmed = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final CountDownLatch all = new CountDownLatch(1);
    private long handedOver;

    /**
     * @param total       how many there will be in all
     * @param outstanding most of them out at one time; two chunks at least
     * @param chunk       how many enter with one permit
     */
    public Window(long total, int outstanding, int chunk) {
        this.total = total;
        this.chunk = chunk;
        this.chunks = new Semaphore(Math.max(2, outstanding / chunk));
    }

    /** The one caller's thread is about to hand over one; waits for room. */
    public void enter() throws InterruptedException {
        if (handedOver++ % chunk == 0) {
            chunks.acquire();
        }
    }

    /** One came back, in any thread. */
    public void leave(boolean accepted) {
        if (!accepted) {
            refused.incrementAndGet();
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
     * Waits until all are back.
     *
     * @throws IllegalStateException if one was not accepted
     */
    public void awaitAllAccepted() throws InterruptedException, TimeoutException {
        if (!all.await(5, TimeUnit.MINUTES)) {
            throw new TimeoutException(confirmed + " of " + total + " were confirmed");
        }
        if (refused.get() > 0) {
            throw new IllegalStateException(refused + " of " + total + " were not accepted");
        }
    }
}
