package io.github.camelsms.store;

import java.time.Instant;

/**
 * Progress of the messages of a file that were stored since a time.
 *
 * @param file          name of the file
 * @param firstStoredAt when the first of these messages was stored
 * @param lastStoredAt  when the last one was stored
 * @param stored        number of these messages; each is counted once in the next six figures
 * @param waiting       those that are WAITING, SCHEDULED or SENDING
 * @param accepted      those that are ACCEPTED
 * @param rejected      those that are REJECTED
 * @param notSent       those that are NOT_SENT
 * @param unknown       those that are UNKNOWN or PARKED
 * @param cancelled     those that are CANCELLED
 * @param delivered     those with the delivery status DELIVERED
 * @param notDelivered  those with a {@linkplain io.github.camelsms.model.SmsDeliveryStatus#isNotDelivered() negative
 *                      delivery status}
 */
public record SmsFileProgress(String file, Instant firstStoredAt, Instant lastStoredAt, long stored, long waiting,
        long accepted, long rejected, long notSent, long unknown, long cancelled, long delivered, long notDelivered) {

    /** Returns whether none of the messages waits or is in flight. */
    public boolean isFinished() {
        return waiting == 0;
    }
}
