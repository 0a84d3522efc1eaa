package io.github.camelsms.store;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Result of a claim.
 *
 * @param isLeaseHeld false if another node has taken over: then nothing was claimed, and nothing may be sent
 * @param intakes     the results of the new messages, in order; they are stored even if the lease is lost
 * @param requests    the requests, in the order in which they must be sent; empty if no messages are waiting, or if
 *                    more have expired than a claim ends
 * @param expired     expired messages, which became NOT_SENT; after a repeated claim, erased messages, which are
 *                    CANCELLED
 * @param hasMore     whether another claim may return requests now
 * @param untilDue    time until the next scheduled message is due, or null if none is scheduled
 */
public record SmsClaimed(boolean isLeaseHeld, List<SmsIntake> intakes, List<Request> requests,
        List<SmsStoredMessage> expired, boolean hasMore, @Nullable Duration untilDue) {

    /**
     * A journaled request that may be sent.
     *
     * @param messages its messages, which are SENDING and have different correlation ids; empty if all were put back or
     *                 have received an outcome in the meantime
     */
    public record Request(SmsRequestId id, List<SmsStoredMessage> messages) {
    }
}
