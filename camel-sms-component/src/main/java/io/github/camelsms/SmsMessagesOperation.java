package io.github.camelsms;

/**
 * Operation of an <code>sms:messages</code> endpoint.
 */
public enum SmsMessagesOperation {

    /** Finds messages. */
    find,

    /** Counts the messages in each state. */
    count,

    /** Sends messages again that are PARKED, NOT_SENT, REJECTED or CANCELLED. */
    resend,

    /** Cancels messages that wait. */
    cancel,

    /** Settles messages that are UNKNOWN or PARKED. */
    settle,

    /** Removes finished messages that are older than the store's retention. */
    purge,

    /** Erases a phone number from all messages of all accounts. */
    erase
}
