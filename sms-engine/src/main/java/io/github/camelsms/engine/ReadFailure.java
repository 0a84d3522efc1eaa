package io.github.camelsms.engine;

import org.jspecify.annotations.Nullable;

/**
 * Failure to read the rest of an input, which was therefore not sent.
 *
 * @param reason why, for operators
 * @param cause  exception of the input, or null if the engine stopped reading
 */
public record ReadFailure(String reason, @Nullable Throwable cause) {
}
