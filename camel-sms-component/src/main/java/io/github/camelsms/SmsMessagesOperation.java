package io.github.camelsms;

/**
 * Operation of an <code>sms:messages</code> endpoint.
 */
public enum SmsMessagesOperation {

    /** Finds messages. */
    find,

    /** Counts the messages in each state. */
    count,

    /** Returns messages that are PARKED, NOT_SENT, REJECTED or CANCELLED to the queue. */
    resend,

    /** Cancels waiting messages. */
    cancel,

    /** Settles messages that are UNKNOWN or PARKED. */
    settle,

    /** Removes finished messages that are older than the store's retention. */
    purge,

    /** Erases a phone number from all messages of all accounts. */
    erase
}
