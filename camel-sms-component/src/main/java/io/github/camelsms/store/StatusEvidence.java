package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;

import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Rule for whether a delivery status with the correlation id of a message is evidence about it. In doubt it is, because
 * a message without evidence may be sent twice.
 */
final class StatusEvidence {

    private StatusEvidence() {
    }

    /**
     * Returns whether a status can be of a request later than the one in which the service rejected the message. It
     * belongs to the request whose time is closer to its send date, so that the clocks may differ by up to half of the
     * time between the requests.
     *
     * @param scheduledDate the message's own date, on which the service may date its statuses, or null
     * @param rejectedAt    when the rejected request was sent, or null if the message was not rejected
     * @param sentAt        when the last request was sent, or null if there is none after the rejected one
     */
    static boolean isOfLaterRequest(
            SmsStatus status, @Nullable Instant scheduledDate, @Nullable Instant rejectedAt, @Nullable Instant sentAt) {
        Instant date = status.sentDate();
        if (date == null || scheduledDate != null || rejectedAt == null || sentAt == null) {
            return true;
        }
        return !date.isBefore(rejectedAt.plus(Duration.between(rejectedAt, sentAt).dividedBy(2)));
    }
}
