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
        ANNOUNCED,
        RECEIVED,
        READ,
        UNREADABLE,
        GAP
    }

    final long id;
    final String account;
    final Instant announcedAt;
    final Instant deadline;
    final SortedMap<Integer, SmsStatus> open = new TreeMap<>();
    State state = State.ANNOUNCED;
    Instant receivedAt = Instant.EPOCH;
    Instant visibleAt = Instant.EPOCH;
    byte[] body = {};
    String reason = "the process ended before the response was received";
    int deliveries;

    MemoryBlock(long id, String account, Instant announcedAt, Instant deadline) {
        this.id = id;
        this.account = account;
        this.announcedAt = announcedAt;
        this.deadline = deadline;
    }

    /** Returns whether its response counts as lost. If the clock was set back, it may still arrive. */
    boolean isOverdue(Instant now) {
        return !deadline.isAfter(now) || announcedAt.isAfter(now.plus(Visibility.MAX_HIDDEN_TIME));
    }

    /** Returns a gap for the statuses that are missing in the response to this block. */
    MemoryBlock gap(long itsId, String why) {
        MemoryBlock gap = new MemoryBlock(itsId, account, announcedAt, deadline);
        gap.state = State.GAP;
        gap.reason = why;
        gap.body = body.length <= SmsStatusGap.MAX_BODY_BYTES ? body : gap.body;
        return gap;
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
