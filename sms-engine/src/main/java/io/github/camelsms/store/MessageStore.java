package io.github.camelsms.store;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Store of messages, their outcomes and their delivery statuses, for any number of accounts.
 * <p>
 * <b>Transactions.</b> Each call is atomic: either all its changes are committed before its stage completes, or none
 * are stored. Concurrent calls may share a commit. Only
 * {@link MessageIntake#storeInTransaction(String, java.util.List)} takes part in the caller's transaction; all other
 * calls commit independently, even on a thread with a transaction.
 * <p>
 * <b>Idempotence.</b> Each call can be repeated, even after a failure that leaves open whether it was committed. A
 * repeated call has no additional effect.
 * <p>
 * <b>Decisions and facts.</b> A call with a {@link SmsLease} is a decision, for example to send a message. Its
 * transaction verifies that the lease still has the highest epoch of its account, and otherwise changes nothing. A
 * response or a delivery status is a fact: it is accepted from every node, in any order, once or several times.
 * {@link MessageChanges} defines its effect.
 * <p>
 * <b>Threads.</b> All methods can be called from any thread. Methods that return a stage do not block. Stages are
 * completed on a thread of the store that other calls wait for, so dependent actions must not block.
 * <p>
 * <b>Errors.</b> A stage fails with a {@link SmsStoreException}, which {@link SmsStoreException#of(Throwable)} extracts
 * from the failure of a dependent stage. It indicates whether the call may have been committed. The store recovers
 * without a restart when the cause of the failure is removed.
 * <p>
 * <b>Time.</b> All times are those of the store's clock, which all nodes share. Durations count from the call.
 * <p>
 * <b>Accounts.</b> The caller chooses the name of an account, which must be the same on all nodes. The first call with
 * a name creates the account.
 */
public interface MessageStore extends AutoCloseable {

    /**
     * Opens the store. Other calls before this one fail. Does nothing if the store is open.
     *
     * @throws SmsStoreException if the store cannot be opened; the message contains the remedy
     */
    void start();

    /** Returns the intake of messages. */
    MessageIntake intake();

    /** Returns the leases, which determine the node that sends and polls for an account. */
    AccountLeases leases();

    /** Returns the claims of messages to send, and the recording of their outcomes. */
    MessageSending sending();

    /** Returns the reconciliation of messages of unknown outcome. */
    MessageReconciliation reconciliation();

    /** Returns the outcomes for consumers of results. */
    MessageResults results();

    /** Returns the delivery statuses. */
    MessageStatuses statuses();

    /** Returns the operations for operators. */
    MessageOperations operations();

    /** Returns the numbers that must not receive messages. */
    OptOuts optOuts();

    /** Returns whether other processes can share the store. */
    default boolean isShared() {
        return false;
    }

    /**
     * Sends a hint about an account to the other nodes, without blocking. Does nothing if the store does not support
     * hints.
     */
    default void hint(String account, SmsHint hint) {
    }

    /** Adds a listener for hints of other nodes. It is never called if the store does not support hints. */
    default void listen(SmsHint.Listener listener) {
    }

    /** Removes a listener. Does nothing if it was not added. */
    default void unlisten(SmsHint.Listener listener) {
    }

    /** Ends work in progress and releases the database. Calls after this one fail. */
    @Override
    void close();

    /**
     * Waits for a stage.
     *
     * @throws SmsStoreException if the stage failed
     */
    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw SmsStoreException.of(e);
        }
    }
}
