package io.github.camelsms.text;

/**
 * What becomes of a message whose text is longer than the 160 characters that the service takes.
 */
public enum SmsLongMessage {

    /** It comes back REJECTED, and no request is spent on it. */
    reject,

    /** It goes out as up to nine numbered messages, each charged as one, and gets one result. */
    split,

    /** Its text is cut off after 160 characters. */
    truncate
}
