package io.github.camelsms.store;

import java.time.Instant;

/**
 * Block of statuses as received from the service.
 *
 * @param id         the store's number for it
 * @param receivedAt when it was stored
 * @param body       the response's body, byte for byte
 */
// Blocks are not compared.
@SuppressWarnings("ArrayRecordComponent")
public record SmsStatusBlock(long id, Instant receivedAt, byte[] body) {

    /** Shows the length of the body only. */
    @Override
    public String toString() {
        return "SmsStatusBlock[id=" + id + ", receivedAt=" + receivedAt + ", length=" + body.length + "]";
    }
}
