package io.github.camelsms.store;

/**
 * An outcome that is handed to one consumer.
 *
 * @param key      by which it is acknowledged
 * @param message  the message, with its outcome and its kept headers
 * @param delivery how often it was handed out, from 1
 */
public record SmsResultDelivery(SmsMessageRevision key, SmsStoredMessage message, int delivery) {
}
