package io.github.camelsms.body;

import org.jspecify.annotations.Nullable;

/**
 * Element of a body that is not a message. It does not affect other elements.
 *
 * @param reason        why, for operators; without texts and phone numbers
 * @param correlationId its correlation id, or null if it has none that can be read
 * @param isOfOtherKind whether the element is of a kind that no message has, such as a row of a table. As the first
 *                      element, it shows that the body is not what its sender believes
 */
public record Unreadable(String reason, @Nullable String correlationId, boolean isOfOtherKind) {

    /** List of texts in another list, such as a row of a table. */
    static final Unreadable ROW = ofOtherKind(
            "a list of texts within another list is not a message: give maps with the interface's field names,"
                                              + " for example with useMaps=true of the CSV data format");

    /** Creates an element without a correlation id. */
    Unreadable(String reason) {
        this(reason, null, false);
    }

    static Unreadable ofOtherKind(String reason) {
        return new Unreadable(reason, null, true);
    }
}
