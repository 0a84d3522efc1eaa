package io.github.camelsms;

/**
 * Handling of a single message when its account's queue is full.
 */
public enum SmsWhenQueueFull {

    /** The exchange waits, without blocking a thread, until the message has its result. */
    wait,

    /** The exchange fails immediately with an {@link SmsNotSentException}; the message is safe to send again. */
    fail
}
