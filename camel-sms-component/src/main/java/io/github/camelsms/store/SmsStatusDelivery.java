package io.github.camelsms.store;

import java.util.Map;

import io.github.camelsms.model.SmsStatus;

/**
 * A status that is handed to one consumer.
 *
 * @param key      by which it is acknowledged
 * @param status   the status
 * @param headers  the kept headers of its message; empty if the message is not stored here
 * @param delivery how often its block was handed out, from 1
 */
public record SmsStatusDelivery(SmsStatusKey key, SmsStatus status, Map<String, String> headers, int delivery) {

    /** Shows no headers, and the destination's last four digits only. */
    @Override
    public String toString() {
        return "SmsStatusDelivery[key=" + key + ", " + status + ", delivery=" + delivery + "]";
    }
}
