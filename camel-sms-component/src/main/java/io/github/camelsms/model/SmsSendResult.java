package io.github.camelsms.model;

import java.time.Instant;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * What became of one message handed to <code>sms:send</code>.
 *
 * @param outcome       which of the four ends it came to
 * @param code          the service's code (interface, "Send result item": 5 success, -5 call error), or null when the
 *                      service gave none for this message
 * @param smsId         the service's <code>id_sms</code>, or null unless accepted; of a message that was split, those
 *                      of its parts in order, with commas between them
 * @param reason        why it was not accepted, for a person to read, or null; holds neither text nor phone number
 * @param correlationId the id under which the message was sent, or null if it had none; of a message that was split,
 *                      its own and not those of its parts
 * @param sentAt        when the last request that carried the message left, or null if none did; of a message that was
 *                      split, when the first of its parts left. A message with the outcome {@link SmsOutcome#UNKNOWN}
 *                      is looked up by this date
 */
public record SmsSendResult(SmsOutcome outcome, @Nullable Integer code, @Nullable String smsId,
        @Nullable String reason, @Nullable String correlationId,
        // Jackson writes no Instant without a module, so marshalling a result would fail.
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Instant sentAt) {

    /** Code of a message that the service took (interface, "Send result item"). */
    public static final int CODE_ACCEPTED = 5;

    /** Code of a message that the service refused (interface, "Errors"). */
    public static final int CODE_REJECTED = -5;

    /** Code of too many requests (interface, "Errors"). */
    public static final int CODE_TOO_MANY_REQUESTS = 429;

    /** The service's reason for a malformed destination (interface, "Send result item"). */
    public static final String INVALID_NUMBER_FORMAT = "INVALID_NUMBER_FORMAT";

    /** Creates a result of a message that no request carried. */
    public SmsSendResult(SmsOutcome outcome, @Nullable Integer code, @Nullable String smsId, @Nullable String reason,
                         @Nullable String correlationId) {
        this(outcome, code, smsId, reason, correlationId, null);
    }

    public static SmsSendResult accepted(@Nullable Integer code, @Nullable String smsId, @Nullable String correlationId) {
        return new SmsSendResult(SmsOutcome.ACCEPTED, code, smsId, null, correlationId);
    }

    public static SmsSendResult rejected(@Nullable Integer code, @Nullable String reason, @Nullable String correlationId) {
        return new SmsSendResult(SmsOutcome.REJECTED, code, null, reason, correlationId);
    }

    public static SmsSendResult notSent(@Nullable Integer code, String reason, @Nullable String correlationId) {
        return new SmsSendResult(SmsOutcome.NOT_SENT, code, null, reason, correlationId);
    }

    public static SmsSendResult unknown(@Nullable Integer code, String reason, @Nullable String correlationId) {
        return new SmsSendResult(SmsOutcome.UNKNOWN, code, null, reason, correlationId);
    }

    /** Returns this result with another {@link #sentAt()}. */
    public SmsSendResult withSentAt(@Nullable Instant instant) {
        return new SmsSendResult(outcome, code, smsId, reason, correlationId, instant);
    }
}
