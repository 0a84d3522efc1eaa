package io.github.camelsms.message;

/**
 * An element of a body that is no message, although nothing is wrong with its neighbors.
 *
 * @param reason for a person; without texts and phone numbers
 */
public record Unreadable(String reason) {
}
