package io.github.camelsms.model;

import java.time.Instant;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Result of one message of <code>sms:send</code>.
 *
 * @param outcome       outcome of the message
 * @param code          the service's code (interface, "Send result item": 5 success, -5 call error), or the HTTP status
 *                      of a response without results; -5 also for a destination that the component rejects; otherwise
 *                      null
 * @param smsId         the service's <code>id_sms</code>, or null unless accepted; for a split message the ids of its
 *                      segments in order, separated by commas
 * @param reason        why the message was not accepted, for operators, or null; contains no phone number, and of a
 *                      text at most words of up to three letters that the service repeats
 * @param correlationId the message's correlation id, or null if it had none; for a split message not those of its
 *                      segments
 * @param sentAt        departure of the last request with the message, or null if there was none; for a split message
 *                      that of its first segment. Use it to look up a message with the outcome
 *                      {@link SmsOutcome#UNKNOWN}
 * @param destination   the recipient number: as it was sent, or for a message that was rejected before as it was given;
 *                      null if it had none, or one of more than 50 characters, or if it is no longer stored
 * @param origin        place in a file that the message comes from, or null
 */
public record SmsSendResult(SmsOutcome outcome, @Nullable Integer code, @Nullable String smsId,
        @Nullable String reason, @Nullable String correlationId,
        // Without a module, Jackson cannot write an Instant.
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Instant sentAt,
        @Nullable String destination, @Nullable SmsOrigin origin) {

    /** Code of an accepted message (interface, "Send result item"). */
    public static final int CODE_ACCEPTED = 5;

    /** Code of a rejected message (interface, "Errors"). */
    public static final int CODE_REJECTED = -5;

    /** Code of too many requests (interface, "Errors"). */
    public static final int CODE_TOO_MANY_REQUESTS = 429;

    /** Anything longer was no phone number, and is not kept. */
    private static final int MAX_NUMBER_LENGTH = 50;

    /** The service's reason for a malformed destination (interface, "Send result item"). */
    public static final String INVALID_NUMBER_FORMAT = "INVALID_NUMBER_FORMAT";

    /** Creates a result without number and origin of its message. */
    public SmsSendResult(SmsOutcome outcome, @Nullable Integer code, @Nullable String smsId, @Nullable String reason,
                         @Nullable String correlationId, @Nullable Instant sentAt) {
        this(outcome, code, smsId, reason, correlationId, sentAt, null, null);
    }

    /** Creates a result of a message that was not part of a request, without number and origin. */
    public SmsSendResult(SmsOutcome outcome, @Nullable Integer code, @Nullable String smsId, @Nullable String reason,
                         @Nullable String correlationId) {
        this(outcome, code, smsId, reason, correlationId, null);
    }

    /** Creates a result from its JSON. Without a module, Jackson cannot read an Instant. */
    @JsonCreator
    static SmsSendResult ofJson(
            @JsonProperty("outcome") SmsOutcome outcome, @JsonProperty("code") @Nullable Integer code,
            @JsonProperty("smsId") @Nullable String smsId, @JsonProperty("reason") @Nullable String reason,
            @JsonProperty("correlationId") @Nullable String correlationId,
            @JsonProperty("sentAt") @Nullable String sentAt, @JsonProperty("destination") @Nullable String destination,
            @JsonProperty("origin") @Nullable SmsOrigin origin) {
        return new SmsSendResult(
                outcome, code, smsId, reason, correlationId, JsonText.instant(sentAt), destination, origin);
    }

    /** Returns the result of a message that the service has accepted. */
    public static SmsSendResult accepted(@Nullable Integer code, @Nullable String smsId, @Nullable String correlationId) {
        return new SmsSendResult(SmsOutcome.ACCEPTED, code, smsId, null, correlationId);
    }

    /** Returns the result of a message that the service, or the validation before it, has rejected. */
    public static SmsSendResult rejected(@Nullable Integer code, @Nullable String reason, @Nullable String correlationId) {
        return new SmsSendResult(SmsOutcome.REJECTED, code, null, reason, correlationId);
    }

    /** Returns the result of a message that the service has certainly not accepted. */
    public static SmsSendResult notSent(@Nullable Integer code, String reason, @Nullable String correlationId) {
        return new SmsSendResult(SmsOutcome.NOT_SENT, code, null, reason, correlationId);
    }

    /** Returns the result of a message that may have been sent. */
    public static SmsSendResult unknown(@Nullable Integer code, String reason, @Nullable String correlationId) {
        return new SmsSendResult(SmsOutcome.UNKNOWN, code, null, reason, correlationId);
    }

    /** Returns this result with another {@link #sentAt()}. */
    public SmsSendResult withSentAt(@Nullable Instant instant) {
        return new SmsSendResult(outcome, code, smsId, reason, correlationId, instant, destination, origin);
    }

    /** Returns this result with number and origin of its message. */
    public SmsSendResult about(SmsMessage message) {
        return about(message.destination(), message.origin());
    }

    /** Returns this result with a number, unless it is too long for one, and an origin. */
    public SmsSendResult about(@Nullable String number, @Nullable SmsOrigin newOrigin) {
        return new SmsSendResult(
                outcome, code, smsId, reason, correlationId, sentAt,
                number == null || number.length() > MAX_NUMBER_LENGTH ? null : number, newOrigin);
    }

    /**
     * Returns the fields, with only the last four digits of phone numbers.
     */
    @Override
    public String toString() {
        return "SmsSendResult[outcome=" + outcome + ", code=" + code + ", smsId=" + smsId + ", reason="
               + (reason == null ? null : Masked.numbersIn(reason)) + ", correlationId=" + correlationId + ", sentAt="
               + sentAt + ", destination=" + Masked.number(destination) + ", origin=" + origin + "]";
    }
}
