package io.github.camelsms.store;

import java.time.Instant;
import java.util.Map;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a stored message.
 *
 * @param id             the store's number for it; within a priority, messages are sent in this order
 * @param account        the account that sends it
 * @param message        the message; text and destination are null if they are no longer stored, and the time to live
 *                       is always null: see <code>expiresAt</code>
 * @param state          its state
 * @param revision       number of its outcomes so far
 * @param code           the code of its outcome, see {@link SmsSendResult#code()}, or null
 * @param smsId          the service's id, or null
 * @param reason         why it was not accepted, or why its last request did not send it, or null
 * @param attempts       number of requests that may have contained it; after the service has rejected it and it was
 *                       resent, those since then
 * @param storedAt       when it was stored
 * @param dueAt          earliest time to send it, or null for immediately
 * @param expiresAt      when it expires, or null
 * @param sentAt         departure of its last request, or null if there was none; until its outcome is known, the
 *                       store's time of the claim
 * @param finishedAt     when it reached its final state, or null
 * @param deliveryStatus its last delivery status, or null
 * @param headers        the kept headers
 * @param offer          whether and when its outcomes are offered to consumers of results
 */
public record SmsStoredMessage(long id, String account, SmsMessage message, SmsMessageState state, long revision,
        @Nullable Integer code, @Nullable String smsId, @Nullable String reason, int attempts,
        // Without a module, Jackson cannot write an Instant.
        @JsonSerialize(using = ToStringSerializer.class) Instant storedAt,
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Instant dueAt,
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Instant expiresAt,
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Instant sentAt,
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Instant finishedAt,
        @Nullable SmsDeliveryStatus deliveryStatus, Map<String, String> headers, SmsOffer offer) {

    /** Returns the correlation id of the message. */
    public String correlationId() {
        return String.valueOf(message.correlationId());
    }

    /** Returns the outcome, or null if the message has none yet. */
    public @Nullable SmsSendResult result() {
        SmsOutcome outcome = state.outcome();
        return outcome == null
                ? null : new SmsSendResult(
                        outcome, code, smsId, reason, message.correlationId(), sentAt, message.destination(),
                        message.origin());
    }

    /** Returns the key of the current outcome. */
    public SmsMessageRevision named() {
        return new SmsMessageRevision(id, revision);
    }

    /** Shows neither text nor headers, and the destination's last four digits only. */
    @Override
    public String toString() {
        return "SmsStoredMessage[id=" + id + ", account=" + account + ", " + message + ", state=" + state + ", revision="
               + revision + ", code=" + code + ", smsId=" + smsId + ", reason=" + reason + ", attempts=" + attempts
               + ", storedAt=" + storedAt + ", dueAt=" + dueAt + ", expiresAt=" + expiresAt + ", sentAt=" + sentAt
               + ", finishedAt=" + finishedAt + ", deliveryStatus=" + deliveryStatus + ", offer=" + offer + "]";
    }
}
