package io.github.camelsms.store;

import org.jspecify.annotations.Nullable;

/**
 * Result of an operation for one message.
 *
 * @param correlationId the message
 * @param state         its state now, or null if it is not stored
 * @param isChanged     whether the operation has changed it
 */
public record SmsOperated(String correlationId, @Nullable SmsMessageState state, boolean isChanged) {
}
