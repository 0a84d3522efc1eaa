package io.github.camelsms.store;

/**
 * Outcome that is delivered to one consumer.
 *
 * @param key      key for its acknowledgment
 * @param message  the message, with its outcome and its kept headers
 * @param delivery number of the delivery, from 1
 */
public record SmsResultDelivery(SmsMessageRevision key, SmsStoredMessage message, int delivery) {
}
