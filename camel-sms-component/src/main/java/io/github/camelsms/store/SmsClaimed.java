package io.github.camelsms.store;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Result of a claim.
 *
 * @param isLeaseHeld false if another node has taken over: then nothing was claimed, and nothing may be sent
 * @param intakes     what became of the new messages, in order; they are stored even if the lease is lost
 * @param requests    the requests, in the order in which they are to leave; none if no message waits
 * @param expired     messages whose time to live was over; they are NOT_SENT now
 * @param hasMore     whether more messages wait that could be sent now
 * @param untilDue    how long until the next scheduled message is due, or null if none is scheduled
 */
public record SmsClaimed(boolean isLeaseHeld, List<SmsIntake> intakes, List<Request> requests,
        List<SmsStoredMessage> expired, boolean hasMore, @Nullable Duration untilDue) {

    /**
     * A request that is journaled and may leave.
     *
     * @param messages its messages in the state SENDING, no two with the same correlation id; empty if all were given
     *                 back or have come to an outcome in the meantime
     */
    public record Request(SmsRequestId id, List<SmsStoredMessage> messages) {
    }
}
