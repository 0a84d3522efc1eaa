package io.github.camelsms;

/**
 * What an <code>sms:</code> endpoint does.
 */
public enum SmsOperation {

    /** Sends messages (producer). */
    send,

    /** Reads delivery statuses (consumer and producer). */
    status
}
