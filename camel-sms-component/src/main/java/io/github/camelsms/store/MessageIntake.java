package io.github.camelsms.store;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Takes in messages. The correlation id is the idempotency key of an account: storing a message again stores nothing.
 */
public interface MessageIntake {

    /**
     * The most messages of one call, so that others need not wait for long. Longer inputs are stored in several calls.
     */
    int MAX_MESSAGES = 1_000;

    /**
     * Stores messages in a transaction of their own. Calls of many threads share a commit.
     *
     * @param  messages                 at most {@link #MAX_MESSAGES}; of two with the same correlation id the first one
     *                                  is stored
     * @return                          what became of each, in order. A failed stage stands for all: none was stored,
     *                                  or, if the exception is uncertain, all may have been. Storing them again says
     *                                  which, because those that were stored are duplicates then
     * @throws IllegalArgumentException if there are more messages
     */
    CompletionStage<List<SmsIntake>> store(String account, List<SmsNewMessage> messages);

    /**
     * Stores messages on the caller's thread, in the transaction that the <code>DataSource</code> has for it. The store
     * never commits, rolls back, or changes the autocommit mode of that connection. If the transaction is rolled back,
     * nothing was stored.
     * <p>
     * Waits for a transaction that is storing the same correlation id.
     *
     * @throws SmsStoreException if the statements failed. The caller must roll the transaction back. Also if the store
     *                           cannot take part in transactions, as without a <code>DataSource</code>
     */
    List<SmsIntake> storeInTransaction(String account, List<SmsNewMessage> messages);
}
