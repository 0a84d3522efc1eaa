package io.github.camelsms.engine;

import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Input of any length, read as the queue drains. It is called by one reader thread at a time and may block.
 */
public interface MessageSource {

    /**
     * Returns the next element, or null at the end.
     *
     * @throws RuntimeException if the rest cannot be read; elements that were read before are still sent
     */
    @Nullable
    CheckedMessage next();

    /**
     * Returns whether the input is known to end, so that its remaining messages can be reported at shutdown.
     */
    default boolean isFinite() {
        return false;
    }

    /**
     * Returns whether the elements are the segments of one message. A full queue refuses it as a whole, like a single
     * message.
     */
    default boolean isOneMessage() {
        return false;
    }

    /**
     * Returns the priority among the inputs that wait to be read, 0 to 9. Its messages may have other priorities.
     */
    default int priority() {
        return SmsMessage.DEFAULT_PRIORITY;
    }
}
