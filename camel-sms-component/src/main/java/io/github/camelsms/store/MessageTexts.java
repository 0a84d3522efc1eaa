package io.github.camelsms.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Reasons that a store writes into its messages, for implementations of {@link MessageStore}.
 */
public final class MessageTexts {

    /** Reason of a message whose request has a response that does not mention it. */
    public static final String NO_OUTCOME = "the response says nothing of this message; it may have been sent";
    /** Reason of a message whose sender ended while it was in flight. */
    public static final String OWNER_DIED
            = "the process ended, or lost its lease, while the message was in flight; it may have been sent";
    /** Reason of a message that could not wait for another request because its number was erased. */
    public static final String ERASED = "the number was erased; the message was not sent";
    /** For facts that never make a message UNKNOWN. */
    static final SmsWhenUnknown NEVER_UNKNOWN = new SmsWhenUnknown(Duration.ZERO, false);

    private MessageTexts() {
    }

    /** Returns the reason of a message whose time to live is over. */
    public static String expired(@Nullable String lastTrouble) {
        return "its time to live ended before it could be sent; it was not sent"
               + (lastTrouble == null ? "" : "; last trouble: " + lastTrouble);
    }
}
