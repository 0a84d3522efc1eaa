package io.github.camelsms.store;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Claims of messages to send, and recording of their outcomes.
 * <p>
 * Protocol of a request: claim it; send it after the stage has completed; record its outcome, and report the outcome
 * after that stage has completed. Put back a request that was not sent.
 */
public interface MessageSending {

    /** Number of places of which one goes to the message that has waited longest, regardless of its priority. */
    int LONGEST_WAITING_EVERY = 10;

    /**
     * Claims the next messages, which become SENDING: higher priorities first and in order within a priority, except
     * for the share of the messages that have waited longest. Renews the lease if it claims any messages. Expired
     * messages become NOT_SENT, and scheduled messages that are due become WAITING, also without requests.
     */
    CompletionStage<SmsClaimed> claim(SmsClaim claim);

    /**
     * Records the response to a request, or that there is none. This is a fact, which is accepted without a lease.
     * Messages of the request without an outcome become UNKNOWN.
     *
     * @return each message of the request, whose state may differ from the recorded outcome, because another fact may
     *         have been recorded first
     */
    CompletionStage<List<SmsStoredMessage>> record(
            SmsRequestId request, List<SmsMessageOutcome> outcomes, SmsWhenUnknown whenUnknown);

    /**
     * Removes messages from a request that is not sent yet: they are REJECTED, or SCHEDULED until a time, or NOT_SENT
     * if their time to live ends before that. The request may be sent with its other messages after this stage has
     * completed. Messages that are no longer in flight with the request do not change.
     *
     * @param  withdrawals some or all messages of the request
     * @return             these messages
     */
    CompletionStage<List<SmsStoredMessage>> withdraw(SmsRequestId request, List<SmsWithdrawal> withdrawals);

    /**
     * Records that no byte of a request was sent: its messages return to the queue, as if they had not been claimed.
     * Also required after a claim whose stage failed, because it may have been committed.
     *
     * @return number of messages that returned to the queue
     */
    CompletionStage<Integer> putBack(SmsRequestId request, String reason);

    /**
     * Ends abandoned requests whose timeout has passed: their messages become UNKNOWN, and never return to the queue
     * without evidence. Abandoned are the requests of previous owners, and those of a claim that was executed after its
     * caller had given it up, for example because the network was interrupted.
     *
     * @param firstOpen lowest number of a request of this lease that its owner has not ended yet, or of its next claim
     */
    CompletionStage<SmsRecovered> recover(SmsLease lease, long firstOpen, SmsWhenUnknown whenUnknown);
}
