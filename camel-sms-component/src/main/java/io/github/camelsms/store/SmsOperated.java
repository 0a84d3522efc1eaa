package io.github.camelsms.store;

import org.jspecify.annotations.Nullable;

/**
 * What an operation has done to one message.
 *
 * @param correlationId the message
 * @param state         its state now, or null if it is not stored
 * @param isChanged     whether the operation has changed it
 */
public record SmsOperated(String correlationId, @Nullable SmsMessageState state, boolean isChanged) {
}
