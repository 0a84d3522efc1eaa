package io.github.camelsms.model;

import org.jspecify.annotations.Nullable;

/**
 * Check of one message by a dry run of <code>sms:send</code>: what would happen to the message if it were sent now.
 *
 * @param destination   recipient number as it would be sent; for a rejected message as it was given, or null if it
 *                      could not be read
 * @param origin        place in a file that the message comes from, or null
 * @param correlationId the message's correlation id, or null if it has none of its own
 * @param encoding      alphabet in which the text is usually transmitted, or null for a message that is rejected
 *                      because of its content
 * @param segments      number of SMS segments that the text usually takes, for all parts of a message that is split; 0
 *                      for a message that is rejected because of its content
 * @param verdict       what would happen
 * @param code          the code of a rejection: the service's code as {@link SmsSendResult#code()}, or that of a
 *                      policy; otherwise null
 * @param reason        why the message would not be sent now, or what is suspicious about a message that would; null if
 *                      there is no problem. Contains neither a phone number nor the text
 */
public record SmsCheck(@Nullable String destination, @Nullable SmsOrigin origin, @Nullable String correlationId,
        @Nullable SmsEncoding encoding, int segments, Verdict verdict, @Nullable String code, @Nullable String reason) {

    /** Verdict about a message. */
    public enum Verdict {
        /** The message would be sent. */
        ALLOWED,
        /** The message would be sent later, because of a policy; without a message store it would be NOT_SENT. */
        DEFERRED,
        /** The message was stored or accepted before, and would not be sent again. */
        DUPLICATE,
        /** The message would be rejected. */
        REJECTED
    }

    /** Returns whether the check has a reason to look at the message. */
    public boolean hasProblem() {
        return verdict != Verdict.ALLOWED || reason != null;
    }

    /** Returns the fields, with only the last four digits of phone numbers. */
    @Override
    public String toString() {
        return "SmsCheck[destination=" + Masked.number(destination) + ", origin=" + origin + ", correlationId="
               + correlationId + ", encoding=" + encoding + ", segments=" + segments + ", verdict=" + verdict + ", code="
               + code + ", reason=" + (reason == null ? null : Masked.numbersIn(reason)) + "]";
    }
}
