package io.github.camelsms.store;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Intake of messages. The correlation id is the idempotency key within an account: a message that is already stored is
 * not stored again.
 */
public interface MessageIntake {

    /**
     * Maximum number of messages in a call, so that other calls do not wait long. Longer inputs are stored in several
     * calls.
     */
    int MAX_MESSAGES = 1_000;

    /**
     * Stores messages in a separate transaction. Concurrent calls may share a commit.
     *
     * @param  messages                 at most {@link #MAX_MESSAGES}; of two with the same correlation id the first one
     *                                  is stored
     * @return                          the result of each message, in order. If the stage fails, no message was stored,
     *                                  or, if the exception is {@linkplain SmsStoreException#isUncertain() uncertain},
     *                                  all of them may have been. A repeated call shows which, because messages that
     *                                  were stored are then duplicates
     * @throws IllegalArgumentException if there are more messages
     */
    CompletionStage<List<SmsIntake>> store(String account, List<SmsNewMessage> messages);

    /**
     * Stores messages on the caller's thread, in the thread's current transaction of the <code>DataSource</code>. The
     * store never commits, rolls back, or changes the autocommit mode of that connection. If the transaction is rolled
     * back, nothing was stored.
     * <p>
     * Blocks while another transaction is storing the same correlation id.
     *
     * @throws SmsStoreException if a statement failed, and the caller must roll back the transaction; or if the store
     *                           cannot take part in transactions, for example without a <code>DataSource</code>
     */
    List<SmsIntake> storeInTransaction(String account, List<SmsNewMessage> messages);

    /**
     * Returns what {@link #store} would return for these messages now. Nothing is written; an account that the store
     * does not know has no messages.
     *
     * @param  messages                 at most {@link #MAX_MESSAGES}. They are compared with stored messages only, and
     *                                  not with each other
     * @return                          the result of each message, in order; {@link SmsIntake.Stored} with the id 0 for
     *                                  one that would be stored
     * @throws IllegalArgumentException if there are more messages
     */
    CompletionStage<List<SmsIntake>> check(String account, List<SmsNewMessage> messages);
}
