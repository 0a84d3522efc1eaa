package io.github.camelsms.store;

import java.time.Instant;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Message of unknown outcome whose lookup is due.
 *
 * @param unknownSince when it became UNKNOWN, from which the time for reconciliation counts
 * @param looks        number of lookups without a result
 * @param lookAt       when the lookup was due
 * @param rejectedAt   when an earlier request was sent that the service rejected before an operator resent the message,
 *                     or null
 */
public record SmsUnknownMessage(
        SmsStoredMessage message, Instant unknownSince, int looks, Instant lookAt, @Nullable Instant rejectedAt) {

    /**
     * Returns whether a status with the correlation id of the message is evidence about it, and not about its rejected
     * request, an earlier message, or a message to another number.
     */
    public boolean isEvidence(SmsStatus status) {
        SmsMessage sent = message.message();
        return StatusEvidence.isEvidence(
                status, sent.destination(), message.storedAt(), sent.scheduledDate(), rejectedAt, message.sentAt());
    }

    /** Returns whether a status leaves open whether the message was delivered, so that it must not be sent again. */
    public boolean isInDoubt(SmsStatus status) {
        SmsMessage sent = message.message();
        return StatusEvidence.isInDoubt(
                status, sent.destination(), message.storedAt(), sent.scheduledDate(), rejectedAt, message.sentAt());
    }
}
