package io.github.camelsms.model;

/**
 * Outcome of a message. Each message has exactly one.
 */
public enum SmsOutcome {

    /** The service accepted the message and assigned an id. <code>sms:status</code> reads its delivery status. */
    ACCEPTED,

    /** The service, or the component's validation, rejected the message. Unchanged, it is rejected again. */
    REJECTED,

    /** The message was certainly not sent. It is safe to send it again. */
    NOT_SENT,

    /**
     * The request was sent, but there is no usable response for this message. The message may have been sent and
     * charged: never send it again without querying the service first.
     */
    UNKNOWN
}
