package io.github.camelsms.message;

import org.jspecify.annotations.Nullable;

/**
 * Element of a body that is not a message. It does not affect other elements.
 *
 * @param reason        why, for operators; without texts and phone numbers
 * @param correlationId its correlation id, or null if it has none that can be read
 */
public record Unreadable(String reason, @Nullable String correlationId) {

    /** Creates an element without a correlation id. */
    Unreadable(String reason) {
        this(reason, null);
    }
}
