package io.github.camelsms.store;

/**
 * Result of storing a message.
 */
public sealed interface SmsIntake {

    /**
     * The message is stored.
     *
     * @param id the store's number for it
     */
    record Stored(long id) implements SmsIntake {
    }

    /**
     * A message with this correlation id, text and destination was stored before. Nothing was stored now.
     *
     * @param first the message that was stored before, as it is now
     */
    record Duplicate(SmsStoredMessage first) implements SmsIntake {
    }

    /**
     * A message with this correlation id, but another text or destination, was stored before. Nothing was stored now.
     *
     * @param first the message that was stored before, as it is now
     */
    record Conflict(SmsStoredMessage first) implements SmsIntake {
    }
}
