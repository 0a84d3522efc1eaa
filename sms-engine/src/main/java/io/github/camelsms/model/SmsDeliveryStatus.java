package io.github.camelsms.model;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Delivery status of a message (interface, "Message status values").
 */
public enum SmsDeliveryStatus {

    /** Handed to the carrier. */
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
    /** Internal error of the service. */
    GENERAL_ERROR,
    /** A status that the interface does not list; see {@link SmsStatus#rawStatus()}. */
    OTHER;

    /** Returns whether the status says that the message does not reach its recipient, now or later. */
    public boolean isNotDelivered() {
        return switch (this) {
            case NOT_DELIVERED, DUPLICATED, INVALID_DESTINATION_ADDRESS, BLACKLIST, MESSAGE_CANCELLED, INVALID_MESSAGE_FORMAT,
                    GENERAL_ERROR ->
                true;
            case SENT, DELIVERED, OTHER -> false;
        };
    }

    /**
     * Returns the value for the service's status text; {@link #OTHER} for an unknown text and for null.
     */
    public static SmsDeliveryStatus of(@Nullable String rawStatus) {
        if (rawStatus == null) {
            return OTHER;
        }
        try {
            return valueOf(rawStatus.trim().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return OTHER;
        }
    }
}
