package io.github.camelsms.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.model.SmsOutcome;

/**
 * Offers what operators need. Correlation ids that are not stored are no error.
 */
public interface MessageOperations {

    /** Returns the stored messages with these correlation ids, in no particular order. */
    CompletionStage<List<SmsStoredMessage>> find(String account, Collection<String> correlationIds);

    /** Returns how many messages of an account are in each state; each state is there. */
    CompletionStage<Map<SmsMessageState, Long>> count(String account);

    /**
     * Lets messages wait again that are PARKED, NOT_SENT, REJECTED or CANCELLED. They lose their time to live. Messages
     * whose text is not kept any more stay as they are.
     */
    CompletionStage<List<SmsOperated>> resend(String account, Collection<String> correlationIds);

    /** Cancels messages that are WAITING or SCHEDULED. */
    CompletionStage<List<SmsOperated>> cancel(String account, Collection<String> correlationIds, String reason);

    /**
     * Gives up on messages that are WAITING or SCHEDULED, for a caller that does not wait longer: they are NOT_SENT.
     */
    CompletionStage<List<SmsOperated>> giveUp(String account, Collection<String> correlationIds, String reason);

    /**
     * Settles messages that are UNKNOWN or PARKED, because a person knows what became of them.
     *
     * @param outcome not UNKNOWN
     */
    CompletionStage<List<SmsOperated>> settle(
            String account, Collection<String> correlationIds, SmsOutcome outcome, String reason);

    /**
     * Removes messages in a final state that are older than the store's retention and whose outcome was acknowledged,
     * and forgets their correlation ids.
     *
     * @param  max how many at most, so that others need not wait for long
     * @return     how many were removed; if as many as <code>max</code>, there may be more
     */
    CompletionStage<Integer> purge(int max);

    /**
     * Erases a phone number from all messages of all accounts: text, destination and kept headers. What was waiting is
     * cancelled. Kept blocks of statuses that could not be parsed and contain the number lose their body. Statuses that
     * were not acknowledged lose the number. Takes time in proportion to the number of stored messages, in small
     * transactions.
     *
     * @param  destination as it was stored
     * @return             how many messages were erased
     */
    CompletionStage<Long> erase(String destination);
}
