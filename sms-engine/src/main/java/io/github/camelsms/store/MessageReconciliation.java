package io.github.camelsms.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Reconciliation of messages of unknown outcome for which there is no evidence yet. Evidence that a message was sent is
 * a delivery status, which is recorded with {@link MessageStatuses}.
 */
public interface MessageReconciliation {

    /**
     * A lookup that is due later than this is due now if the message became UNKNOWN in the future, because the clock
     * has gone back.
     */
    Duration MAX_DELAY = Duration.ofMinutes(10);

    /** Returns UNKNOWN messages whose lookup is due, the longest overdue first. */
    CompletionStage<List<SmsUnknownMessage>> due(String account, int max);

    /**
     * Records that a lookup had no result.
     *
     * @param after delay until the next lookup, from now
     */
    CompletionStage<Integer> lookAgain(List<SmsMessageRevision> messages, Duration after);

    /**
     * Parks messages for the decision of an operator. Affects only messages that are still UNKNOWN in this revision.
     *
     * @param  reason why, for operators
     * @return        the messages that were parked; empty if another node has taken over
     */
    CompletionStage<List<SmsStoredMessage>> park(SmsLease lease, List<SmsMessageRevision> messages, String reason);

    /**
     * Returns messages to the queue, because the service had no record of them until the end of
     * <code>reconcileFor</code>. Those whose time to live has ended become NOT_SENT. Affects only messages that are
     * still UNKNOWN in this revision.
     *
     * @return the messages that are WAITING or NOT_SENT now; empty if another node has taken over
     */
    CompletionStage<List<SmsStoredMessage>> resend(SmsLease lease, List<SmsMessageRevision> messages);
}
