package io.github.camelsms.engine;

import org.jspecify.annotations.Nullable;

/**
 * Messages that were taken from inputs and have no result. Confined to the account's loop.
 */
public interface Backlog {

    /** Adds a message at the end. */
    void addLast(QueuedMessage entry);

    int size();

    /** Returns the number of messages of this or a higher priority, which precede a new one. */
    int sizeFrom(int priority);

    /** Returns when the oldest message was accepted, or null if there is none. */
    @Nullable
    Long oldestTakenAt();
}
