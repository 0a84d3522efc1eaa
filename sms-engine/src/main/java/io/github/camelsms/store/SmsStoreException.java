package io.github.camelsms.store;

import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;

/**
 * Exception for a failed call of the message store. The message states what happened, what it means for the messages,
 * and what to do.
 */
public class SmsStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean isUncertain;
    private final boolean dependsOnMessages;

    /**
     * @param isUncertain whether the call may have been committed although it failed
     */
    public SmsStoreException(String message, boolean isUncertain, @Nullable Throwable cause) {
        this(message, isUncertain, false, cause);
    }

    /**
     * @param isUncertain       whether the call may have been committed although it failed
     * @param dependsOnMessages whether the call failed because of some of its messages
     */
    public SmsStoreException(
                             String message, boolean isUncertain, boolean dependsOnMessages, @Nullable Throwable cause) {
        super(message, cause);
        this.isUncertain = isUncertain;
        this.dependsOnMessages = dependsOnMessages;
    }

    /**
     * Returns whether the call may have been committed. If false, nothing was stored. Repeating the call is safe in
     * both cases.
     */
    public boolean isUncertain() {
        return isUncertain;
    }

    /**
     * Returns whether the call failed because of some of its messages, for example because another transaction has
     * locked them. A call with the others can succeed.
     */
    public boolean dependsOnMessages() {
        return dependsOnMessages;
    }

    /** Returns the store's exception from the failure of a stage or of a dependent stage. */
    public static SmsStoreException of(Throwable failure) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof SmsStoreException known) {
            return known;
        }
        return new SmsStoreException("The message store failed: " + cause.getClass().getSimpleName(), true, cause);
    }
}
