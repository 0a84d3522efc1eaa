package io.github.camelsms.store;

import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;

import io.github.camelsms.model.SmsStatus;

/**
 * Block of statuses of the in-memory store. Guarded by the lock of its tables.
 */
final class MemoryBlock {

    enum State {
        ASKED,
        RECEIVED,
        READ,
        REFUSED,
        GAP
    }

    final long id;
    final String account;
    final Instant askedAt;
    final Instant deadline;
    final SortedMap<Integer, SmsStatus> open = new TreeMap<>();
    State state = State.ASKED;
    Instant receivedAt = Instant.EPOCH;
    Instant visibleAt = Instant.EPOCH;
    byte[] body = {};
    String reason = "the process ended before the response was received";
    int deliveries;

    MemoryBlock(long id, String account, Instant askedAt, Instant deadline) {
        this.id = id;
        this.account = account;
        this.askedAt = askedAt;
        this.deadline = deadline;
    }

    /** Erases the response. If it was not read, the block becomes a gap. */
    void eraseBody() {
        body = new byte[0];
        if (state == State.RECEIVED) {
            state = State.GAP;
            reason = MessageChanges.ERASED_RESPONSE;
        }
    }
}
