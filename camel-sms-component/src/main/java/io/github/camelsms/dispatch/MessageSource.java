package io.github.camelsms.dispatch;

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
    Intake next();

    /**
     * Whether the input is known to end, so that what is left of it at shutdown can be reported message by message.
     */
    default boolean isFinite() {
        return false;
    }
}
