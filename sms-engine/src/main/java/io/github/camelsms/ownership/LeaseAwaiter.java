package io.github.camelsms.ownership;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.engine.StoreCalls;

/**
 * Waiting for the lease of an account, or for any owner of it. Thread-safe.
 */
final class LeaseAwaiter {

    private final CompletableFuture<Void> ownerFound = new CompletableFuture<>();
    private CompletableFuture<Void> granted = new CompletableFuture<>();
    private boolean isClosed;

    void held() {
        ownerFound.complete(null);
    }

    void granted() {
        ownerFound.complete(null);
        current().complete(null);
    }

    synchronized void lost() {
        if (granted.isDone() && !isClosed) {
            granted = new CompletableFuture<>();
        }
    }

    /** Ends all waiting. */
    void close() {
        synchronized (this) {
            isClosed = true;
        }
        granted();
    }

    private synchronized CompletableFuture<Void> current() {
        return granted;
    }

    /** Waits until this node or another one is known to own the account, for a time at most. */
    void awaitOwner(Duration timeout) {
        await(ownerFound, timeout);
    }

    /**
     * Waits until this node owns the account, for a time at most. Returns false if it will not, because the account is
     * closed.
     */
    boolean awaitLease(Duration timeout) {
        await(current(), timeout);
        synchronized (this) {
            return !isClosed;
        }
    }

    private static void await(CompletableFuture<Void> future, Duration timeout) {
        StoreCalls.await(future.copy().completeOnTimeout(null, timeout.toNanos(), TimeUnit.NANOSECONDS));
    }
}
