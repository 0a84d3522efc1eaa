package io.github.camelsms;

/**
 * What becomes of a single message that finds its account's queue full.
 */
public enum SmsWhenQueueFull {

    /** Its exchange waits, without a thread, until the message has had its turn. */
    wait,

    /** Its exchange fails at once with an {@link SmsNotSentException}: the message is safe to send again. */
    fail
}
