package io.github.camelsms.store;

import java.time.Instant;

/**
 * A block of statuses that the service may have returned and that was lost on the way. The service does not return them
 * again.
 *
 * @param id      the store's number for it
 * @param askedAt when the service was asked
 * @param reason  why the response was lost
 */
public record SmsStatusGap(long id, Instant askedAt, String reason) {
}
