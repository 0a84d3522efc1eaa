package io.github.camelsms.dispatch;

import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * An input of any length that is pulled as the queue drains. Called by one thread at a time, a reader's, so it may
 * block.
 */
public interface MessageSource {

    /**
     * The next element, or null at the end.
     *
     * @throws RuntimeException if the rest cannot be read; what was read before is sent all the same
     */
    @Nullable
    CheckedMessage next();

    /**
     * Whether the input is known to end, so that what is left of it at shutdown can be reported message by message.
     */
    default boolean isFinite() {
        return false;
    }

    /**
     * Whether the elements are the parts of one message. A full queue then turns it away as it turns away single
     * messages: whole, or not at all.
     */
    default boolean isOneMessage() {
        return false;
    }

    /**
     * Where the input stands among those that wait to be read, 0 to 9; its messages may each have a priority of their
     * own.
     */
    default int priority() {
        return SmsMessage.DEFAULT_PRIORITY;
    }
}
