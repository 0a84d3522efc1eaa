package io.github.camelsms.store;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Hands out messages to send and takes their outcomes.
 * <p>
 * The protocol of a request: claim it; send it once the stage has completed; record its outcome, and report it once
 * that stage has completed. A request that did not leave after all is put back.
 */
public interface MessageSending {

    /** One place in so many goes to the message that has waited longest, whatever its priority. */
    int LONGEST_WAITING_EVERY = 10;

    /**
     * Claims messages whose turn it is: those of a higher priority first, in their order within a priority, but for the
     * share of those that have waited longest. They are SENDING from now on. Renews the lease if it claims something.
     * Messages whose time to live is over become NOT_SENT, and scheduled ones that are due become WAITING.
     */
    CompletionStage<SmsClaimed> claim(SmsClaim claim);

    /**
     * Records the response to a request, or that there is none. This is a fact: it holds under any lease, or none. A
     * message of the request that has no outcome here becomes UNKNOWN.
     *
     * @return each message of the request as it is now, which may differ from what was recorded: another fact can have
     *         come first
     */
    CompletionStage<List<SmsStoredMessage>> record(
            SmsRequestId request, List<SmsMessageOutcome> outcomes, SmsWhenUnknown whenUnknown);

    /**
     * Records that no byte of a request left: its messages wait again, as if it had not been claimed. Also for a claim
     * whose stage failed, and which may have been committed.
     *
     * @return how many messages wait again
     */
    CompletionStage<Integer> putBack(SmsRequestId request, String reason);

    /**
     * Gives up on requests of previous owners whose time has passed: their messages become UNKNOWN, and never wait
     * again without evidence.
     */
    CompletionStage<SmsRecovered> recover(SmsLease lease, SmsWhenUnknown whenUnknown);
}
