package io.github.camelsms.store.jdbc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import static io.github.camelsms.store.MessageStore.await;

/**
 * Writer of a store that is busy until it is released, so that the calls made meanwhile share a transaction.
 */
final class HeldWriter {

    private final JdbcMessageStore store;
    private final CompletableFuture<Boolean> released = new CompletableFuture<>();
    private CompletionStage<Boolean> work = released;

    HeldWriter(JdbcMessageStore store) {
        this.store = store;
    }

    void hold() {
        CompletableFuture<Boolean> isHeld = new CompletableFuture<>();
        work = store.opened().database().write(transaction -> {
            isHeld.complete(true);
            return released.join();
        });
        isHeld.join();
    }

    /** Returns after the transaction that held the writer. Has no effect on a writer that is not held. */
    void release() {
        released.complete(true);
        await(work);
    }
}
