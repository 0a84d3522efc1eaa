package io.github.camelsms.store;

import java.time.Instant;

/**
 * Block of statuses that the service may have returned, but whose response was lost. The service does not return it
 * again.
 *
 * @param id      the store's number for it
 * @param askedAt when the query was announced
 * @param reason  why the response was lost
 */
public record SmsStatusGap(long id, Instant askedAt, String reason) {
}
