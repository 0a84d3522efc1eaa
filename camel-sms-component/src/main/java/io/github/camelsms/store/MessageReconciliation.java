package io.github.camelsms.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Settles messages of unknown outcome. Evidence that a message was sent comes as a delivery status, through
 * {@link MessageStatuses}; this is about the messages for which there is none.
 */
public interface MessageReconciliation {

    /** Returns UNKNOWN messages that are due to be looked up, the longest overdue first. */
    CompletionStage<List<SmsUnknownMessage>> due(String account, int max);

    /**
     * Records that a look-up had no result.
     *
     * @param after when to look these messages up again, from now
     */
    CompletionStage<Integer> lookAgain(List<SmsMessageRevision> messages, Duration after);

    /**
     * Parks messages for a person to decide. Only those that are still UNKNOWN in this revision.
     *
     * @param  reason for a person to read
     * @return        the messages that were parked; empty if another node has taken over
     */
    CompletionStage<List<SmsStoredMessage>> park(SmsLease lease, List<SmsMessageRevision> messages, String reason);

    /**
     * Queues messages again that the service has not known for long enough. Only those that are still UNKNOWN in this
     * revision.
     *
     * @return the messages that wait again; empty if another node has taken over
     */
    CompletionStage<List<SmsStoredMessage>> resend(SmsLease lease, List<SmsMessageRevision> messages);
}
