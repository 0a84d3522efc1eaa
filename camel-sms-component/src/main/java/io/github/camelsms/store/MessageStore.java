package io.github.camelsms.store;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * A store of messages, their outcomes and their delivery statuses, for any number of accounts.
 * <p>
 * <b>Transactions.</b> Each call is atomic: all of it is committed before its stage completes, or nothing of it is
 * stored. Calls that wait for the same commit may share it. Only
 * {@link MessageIntake#storeInTransaction(String, java.util.List)} takes part in a transaction of the caller; all other
 * calls commit by themselves, even on a thread that has a transaction.
 * <p>
 * <b>Idempotence.</b> Each call can be repeated, also after a failure that leaves open whether it was committed. A
 * repetition changes nothing that the first call has changed.
 * <p>
 * <b>Decisions and facts.</b> A call that takes a {@link SmsLease} decides something, for instance to send a message.
 * It checks in its transaction that the lease still has the highest epoch of its account, and changes nothing
 * otherwise. A response or a delivery status is a fact: it is accepted from every node, in any order, once or several
 * times, and {@link MessageChanges} says what it changes.
 * <p>
 * <b>Threads.</b> All methods can be called from any thread. Methods that return a stage do not block. Stages are
 * completed on a thread of the store that other calls wait for, so dependent actions must not block either.
 * <p>
 * <b>Errors.</b> A stage fails with a {@link SmsStoreException}, which {@link SmsStoreException#of(Throwable)} finds in
 * what a dependent stage gets. It says whether the call can have been committed. The store recovers without a restart
 * when the cause of the failure is gone.
 * <p>
 * <b>Time.</b> All times are those of the store's clock, which all nodes share. Durations count from the call.
 * <p>
 * <b>Accounts.</b> An account is named by a string that the caller chooses, the same on all nodes. An account begins
 * with its first call.
 */
public interface MessageStore extends AutoCloseable {

    /**
     * Opens the store. Other calls before this one fail. Does nothing if the store is open.
     *
     * @throws SmsStoreException if the store cannot be opened; the reason says what to do
     */
    void start();

    /** Takes in messages. */
    MessageIntake intake();

    /** Says which node sends and polls for an account. */
    AccountLeases leases();

    /** Hands out messages to send and takes their outcomes. */
    MessageSending sending();

    /** Settles messages of unknown outcome. */
    MessageReconciliation reconciliation();

    /** Hands out outcomes to consumers of results. */
    MessageResults results();

    /** Takes in delivery statuses and hands them out. */
    MessageStatuses statuses();

    /** Offers what operators need. */
    MessageOperations operations();

    /** Returns whether other processes can use the store, too. */
    default boolean isShared() {
        return false;
    }

    /** Tells other nodes about an account, without waiting. Does nothing if the store cannot do this. */
    default void hint(String account, SmsHint hint) {
    }

    /** Adds a receiver of hints of other nodes. It receives none if the store cannot do this. */
    default void listen(SmsHint.Listener listener) {
    }

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
