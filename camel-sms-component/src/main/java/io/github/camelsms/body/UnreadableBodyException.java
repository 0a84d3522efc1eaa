package io.github.camelsms.body;

/**
 * Exception for a body that cannot be read further; the rest of it is not sent. The message contains no texts or phone
 * numbers.
 */
public final class UnreadableBodyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean isOfOtherKind;

    UnreadableBodyException(String message) {
        super(message);
        this.isOfOtherKind = false;
    }

    /** Creates an exception for a body whose first element is of a kind that no message has. */
    UnreadableBodyException(Unreadable first) {
        super(first.reason());
        this.isOfOtherKind = true;
    }

    /** Returns whether the body is refused as a whole, because its first element is of a kind that no message has. */
    public boolean isOfOtherKind() {
        return isOfOtherKind;
    }
}
