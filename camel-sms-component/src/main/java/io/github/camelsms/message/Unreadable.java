package io.github.camelsms.message;

/**
 * Element of a body that is not a message. It does not affect other elements.
 *
 * @param reason why, for operators; without texts and phone numbers
 */
public record Unreadable(String reason) {
}
