package io.github.camelsms.model;

/**
 * What is known of a message once the component is done with it. Each message ends in exactly one.
 */
public enum SmsOutcome {

    /** The service took the message and gave it an id. Its delivery is followed with <code>sms:status</code>. */
    ACCEPTED,

    /**
     * The service, or our own validation before it, refused this message. Sending it again unchanged is refused too.
     */
    REJECTED,

    /** The message certainly did not reach the service. It is safe to send it again. */
    NOT_SENT,

    /**
     * The request left but its response never came, or does not say what became of this message. It may have been sent
     * and paid for: never send it again without asking the service first.
     */
    UNKNOWN
}
