package io.github.camelsms.store;

import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;

/**
 * A call that the message store could not carry out. The message says what happened, what it means for the messages,
 * and what to do.
 */
public class SmsStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean isUncertain;

    /**
     * @param isUncertain whether the call may have been committed although it failed
     */
    public SmsStoreException(String message, boolean isUncertain, @Nullable Throwable cause) {
        super(message, cause);
        this.isUncertain = isUncertain;
    }

    /**
     * Returns whether the call may have been committed. Repeating it is safe either way. If false, nothing of it was
     * stored.
     */
    public boolean isUncertain() {
        return isUncertain;
    }

    /** Returns the store's exception in what a stage, or a stage that depends on it, has failed with. */
    public static SmsStoreException of(Throwable failure) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof SmsStoreException known) {
            return known;
        }
        return new SmsStoreException("The message store failed: " + cause.getClass().getSimpleName(), true, cause);
    }
}
