package io.github.camelsms.store;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Block of statuses that the service may have returned, but whose response was lost, at least its end. The service does
 * not return it again.
 *
 * @param id          the store's number for it
 * @param announcedAt when the query was announced
 * @param reason      why the response was lost
 * @param body        the beginning of the response, whose statuses were read, or null if it is unknown or large
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SmsStatusGap(long id, Instant announcedAt, String reason, byte @Nullable [] body) {

    /** Maximum size of a body. A full response has about 30 KiB. */
    public static final int MAX_BODY_BYTES = 256 * 1024;
}
