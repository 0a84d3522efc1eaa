package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Call that a {@link GroupWriter} executes.
 */
final class Job<T> {

    final String account;
    final int weight;
    final boolean isUrgent;
    /** Whether it stores new messages. A transaction of an application that stores one of them, too, blocks it. */
    final boolean isIntake;
    final long number;
    final CompletableFuture<T> future = new CompletableFuture<>();
    /** Whether an earlier attempt may have been committed. */
    boolean isUncertain;
    private final Work<T> work;
    private @Nullable T result;

    /**
     * @param number position in the order of the calls
     */
    Job(String account, Work<T> work, int weight, boolean isUrgent, boolean isIntake, long number) {
        this.account = account;
        this.work = work;
        this.weight = Math.max(1, weight);
        this.isUrgent = isUrgent;
        this.isIntake = isIntake;
        this.number = number;
    }

    void run(Tx transaction) throws SQLException {
        result = work.run(transaction);
    }

    @SuppressWarnings("NullAway") // The result is what the work returned, null where T allows it.
    void succeed() {
        future.complete(result);
    }

    void fail(SmsStoreException failure) {
        future.completeExceptionally(failure);
    }
}
