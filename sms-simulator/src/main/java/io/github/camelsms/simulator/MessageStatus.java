package io.github.camelsms.simulator;

/** The nine delivery statuses that the service reports (interface, "Message status values"). */
public enum MessageStatus {
    /** Handed to the carrier: the status of every message until its final one. */
    SENT,
    /** Delivered to the handset. */
    DELIVERED,
    /** Not delivered. */
    NOT_DELIVERED,
    /** Duplicate send. */
    DUPLICATED,
    /** Recipient number invalid. */
    INVALID_DESTINATION_ADDRESS,
    /** Number blocked for sending. */
    BLACKLIST,
    /** Cancelled by the carrier or the short message service center (SMSC). */
    MESSAGE_CANCELLED,
    /** Message format invalid. */
    INVALID_MESSAGE_FORMAT,
    /** Internal error. */
    GENERAL_ERROR
}
