package io.github.camelsms.model;

/**
 * Exception of user code that cannot be converted to text.
 */
public final class TextlessException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
        throw new IllegalStateException("a defect of getMessage");
    }

    @Override
    public String toString() {
        throw new IllegalStateException("a defect of toString");
    }
}
