package io.github.camelsms.engine;

import org.jspecify.annotations.Nullable;

/**
 * Reason for refusing messages without sending them.
 *
 * @param code   related code of the service, or null
 * @param reason why, for operators
 */
public record Refusal(@Nullable Integer code, String reason) {

    public static final Refusal SHUT_DOWN
            = new Refusal(null, "the component was shut down before the message could be sent; it was not sent");
    public static final Refusal SHUT_DOWN_SUSPENDED
            = new Refusal(null, "the component was shut down while sending was suspended; the message was not sent");

    static Refusal full(int maxPendingMessages) {
        return new Refusal(
                null, "the account's queue is full (maxPendingMessages=" + maxPendingMessages + "); the message was not sent");
    }
}
