package io.github.camelsms.model;

/**
 * Exception of user code that returns null as text.
 */
public final class NullTextException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @Override
    public String toString() {
        return null;
    }
}
