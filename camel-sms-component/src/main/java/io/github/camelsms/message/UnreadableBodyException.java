package io.github.camelsms.message;

/**
 * Exception for a body that cannot be read further; the rest of it is not sent. The message contains no texts or phone
 * numbers.
 */
public final class UnreadableBodyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableBodyException(String message) {
        super(message);
    }
}
