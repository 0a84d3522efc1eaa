package io.github.camelsms.text;

/**
 * Handling of a message with more than 160 characters, the service's limit.
 */
public enum SmsLongMessage {

    /** The message is REJECTED without a request. */
    reject,

    /** The message is sent in up to nine numbered segments, each charged as one message, and has one result. */
    split,

    /** The text is truncated to at most 160 characters, between two words if possible. */
    truncate
}
