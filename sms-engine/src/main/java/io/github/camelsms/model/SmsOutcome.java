package io.github.camelsms.model;

/**
 * Outcome of a message. An exchange has one for each of its messages. With a message store, a message that was UNKNOWN
 * can become ACCEPTED later.
 */
public enum SmsOutcome {

    /** The service accepted the message and assigned an id. <code>sms:status</code> reads its delivery status. */
    ACCEPTED,

    /** The service, or the component's validation, rejected the message. Unchanged, it is rejected again. */
    REJECTED,

    /**
     * The service has certainly not accepted the message: it was not sent, or its request was refused as a whole. It is
     * safe to send it again.
     */
    NOT_SENT,

    /**
     * The request was sent, but there is no usable response for this message. The message may have been sent and
     * charged: never send it again without querying the service first.
     */
    UNKNOWN
}
