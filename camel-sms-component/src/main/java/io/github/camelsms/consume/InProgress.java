package io.github.camelsms.consume;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Number of deliveries whose exchanges have not ended, because other threads continue them. It is bounded, so that a
 * slow route slows its consumer down, and the default queue of seda does not overflow. Thread-safe.
 */
public final class InProgress {

    static final int MAX = 400;
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    private int count;
    private CompletableFuture<Void> change = new CompletableFuture<>();

    public synchronized int count() {
        return count;
    }

    synchronized void add(int deliveries) {
        count += deliveries;
    }

    void remove(int deliveries) {
        synchronized (this) {
            count -= deliveries;
        }
        wake();
    }

    /** Lets a thread that waits for room check whether it should go on. */
    void wake() {
        CompletableFuture<Void> current;
        synchronized (this) {
            current = change;
            change = new CompletableFuture<>();
        }
        current.complete(null);
    }

    public synchronized boolean hasRoom(int deliveries) {
        return count + deliveries <= MAX;
    }

    private synchronized CompletableFuture<Void> nextChange() {
        return change;
    }

    /**
     * Waits a few seconds at most.
     *
     * @return whether there is room for so many deliveries, and more are allowed
     */
    boolean awaitRoom(int deliveries, BooleanSupplier isMoreAllowed) {
        while (isMoreAllowed.getAsBoolean()) {
            // First, so that no change is missed.
            CompletableFuture<Void> next = nextChange();
            if (hasRoom(deliveries)) {
                return true;
            }
            try {
                next.get(MAX_WAIT.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return false;
    }
}
