package io.github.camelsms;

/**
 * Operation of an <code>sms:</code> endpoint.
 */
public enum SmsOperation {

    /** Sends messages (producer). */
    send,

    /** Reads delivery statuses (consumer and producer). */
    status
}
