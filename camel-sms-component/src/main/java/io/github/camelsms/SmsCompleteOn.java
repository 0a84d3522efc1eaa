package io.github.camelsms;

/**
 * Condition for the completion of an exchange of an <code>sms:send</code> endpoint.
 */
public enum SmsCompleteOn {

    /** When the outcome of each message is known. */
    outcome,

    /** When all messages are committed to the message store. */
    stored
}
