package io.github.camelsms.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * Why the rest of an input was not read, and so not sent.
 *
 * @param reason for a person
 * @param cause  what the input threw, or null if the engine gave up on it
 */
public record ReadFailure(String reason, @Nullable Throwable cause) {
}
