package io.github.camelsms;

/**
 * Resource of an <code>sms:</code> endpoint, the part of its URI after the scheme.
 */
public enum SmsResource {

    /** Sends messages (producer). */
    send,

    /** Reads delivery statuses (consumer and producer). */
    status,

    /** Delivers the outcomes of stored messages (consumer). */
    results,

    /** Finds and changes stored messages (producer). */
    messages
}
