package io.github.camelsms;

/**
 * When the exchange of an <code>sms:send</code> endpoint completes.
 */
public enum SmsCompleteOn {

    /** When the outcome of each message is known. */
    outcome,

    /** When all messages are committed to the message store. */
    stored
}
