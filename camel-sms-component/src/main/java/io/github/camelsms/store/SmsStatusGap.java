package io.github.camelsms.store;

import java.time.Instant;

/**
 * A block of statuses that the service may have sent and nobody received. The service does not send them again.
 *
 * @param id      the store's number for it
 * @param askedAt when the service was asked
 * @param reason  why the response was lost
 */
public record SmsStatusGap(long id, Instant askedAt, String reason) {
}
