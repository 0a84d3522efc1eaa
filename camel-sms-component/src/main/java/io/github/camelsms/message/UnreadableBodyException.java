package io.github.camelsms.message;

/**
 * A body cannot be read from some point on, and nothing that follows is sent. The message names neither texts nor phone
 * numbers.
 */
public final class UnreadableBodyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableBodyException(String message) {
        super(message);
    }
}
