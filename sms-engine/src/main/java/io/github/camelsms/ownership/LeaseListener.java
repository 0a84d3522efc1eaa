package io.github.camelsms.ownership;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Listener for changes of an account's lease. Called on any thread, without a lock; must return immediately.
 */
public interface LeaseListener {

    /** Called after the lease was granted, which begins a new epoch. */
    void granted(SmsLeaseResult.Granted grant);

    /** Called when another node owns the account: at the first attempt, and when the owner changes. */
    default void held(String owner) {
    }

    /**
     * Called when the lease is kept although it was to be handed over, and when it was renewed after it had expired by
     * the local clock; the epoch is the same.
     */
    default void resumed() {
    }

    /** Called once when the lease is lost or was not renewed in time. */
    default void lost(String reason) {
    }

    /**
     * Called before the lease is released for another node. No new work may start until the lease is granted, resumed
     * or lost.
     *
     * @return completes with true when nothing is in flight, or with false to keep the lease
     */
    default CompletionStage<Boolean> handOver() {
        return CompletableFuture.completedFuture(true);
    }

    /** Called after each call to the message store about leases, with its failure or null. */
    default void storeCalled(@Nullable SmsStoreException failure) {
    }

    /** Called when the lease was released. */
    default void released(String reason) {
    }
}
