package io.github.camelsms.store;

import java.util.Map;

import io.github.camelsms.model.SmsStatus;

/**
 * Status that is delivered to one consumer.
 *
 * @param key      key for its acknowledgment
 * @param status   the status
 * @param headers  the kept headers of its message; empty if the message is not stored here
 * @param isStored whether its message is stored here
 * @param delivery number of the delivery of its block, from 1
 */
public record SmsStatusDelivery(SmsStatusKey key, SmsStatus status, Map<String, String> headers, boolean isStored,
        int delivery) {

    /** Shows no headers, and the destination's last four digits only. */
    @Override
    public String toString() {
        return "SmsStatusDelivery[key=" + key + ", " + status + ", delivery=" + delivery + "]";
    }
}
