package io.github.camelsms.store;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Message that is removed from its request before the request is sent.
 *
 * @param messageId the store's number of the message
 * @param until     earliest time to send it, at least a second from now, or null if it is rejected
 * @param reason    why it is rejected or waits, for operators; contains no phone number
 */
public record SmsWithdrawal(long messageId, @Nullable Instant until, String reason) {

    /** Returns the withdrawal of a message that is REJECTED. */
    public static SmsWithdrawal rejected(long messageId, String reason) {
        return new SmsWithdrawal(messageId, null, reason);
    }

    /** Returns the withdrawal of a message that must not be sent before a time. */
    public static SmsWithdrawal deferred(long messageId, Instant until, String reason) {
        return new SmsWithdrawal(messageId, until, reason);
    }
}
