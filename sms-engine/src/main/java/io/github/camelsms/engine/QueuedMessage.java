package io.github.camelsms.engine;

import java.time.Duration;
import java.time.Instant;

import io.github.camelsms.model.Nanos;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Message in the engine, with its input and deadline. Confined to the account's loop.
 */
public final class QueuedMessage {

    public final SmsMessage message;
    public final Submission submission;
    final long index;
    public final int priority;
    /** When the engine accepted it. */
    public final long takenAt;
    /** When it expires, by its delivery timeout or its own time to live. */
    public final long deadline;
    final boolean hasOwnDeadline;
    /** Position in the order of arrival. */
    long order;
    /** The message store's number of the message, or 0 if it is not stored. */
    public long storedId;
    /** Revision of the outcome that the caller wants to replace; this and earlier ones are not reported to it. */
    public long replacedRevision;
    /** Whether it is stored in a call of its own, because a call with others has failed. */
    public boolean isStoredAlone;
    /**
     * Whether it only waits for the outcome of a message that may have been stored without a waiting caller, and that
     * stays queued when this caller no longer waits.
     */
    public boolean isObserver;
    /** Why the last attempt failed, or null if there was none. */
    @Nullable
    public String lastTrouble;
    /** Departure of the last request with this message, or null if there was none. */
    @Nullable
    public Instant sentAt;
    /** Number of times that the policy had no verdict, while it had some on other messages. */
    int failedChecks;
    boolean completed;

    /**
     * @param takenAt when the engine accepted the message, which starts its timeouts
     */
    public QueuedMessage(SmsMessage message, Submission submission, long index, long takenAt) {
        this.message = message;
        this.submission = submission;
        this.index = index;
        this.takenAt = takenAt;
        Integer given = message.priority();
        int requested = given == null ? SmsMessage.DEFAULT_PRIORITY : given;
        this.priority = Math.max(SmsMessage.LOWEST_PRIORITY, Math.min(SmsMessage.HIGHEST_PRIORITY, requested));
        Duration timeToLive = message.timeToLive();
        long ownNanos = timeToLive == null ? Long.MAX_VALUE : Nanos.of(timeToLive);
        this.hasOwnDeadline = ownNanos < submission.deliveryTimeoutNanos;
        this.deadline = takenAt + Math.min(ownNanos, submission.deliveryTimeoutNanos);
    }

    /** Returns the correlation id, which each message has that is stored. */
    public String id() {
        return String.valueOf(message.correlationId());
    }

    /** Returns how long the message may wait, from when the engine accepted it. */
    public Duration timeToLive() {
        return Duration.ofNanos(deadline - takenAt);
    }

    public SmsSendResult notSent(Refusal refusal) {
        return notSent(refusal.code(), refusal.reason());
    }

    public SmsSendResult notSent(@Nullable Integer code, String reason) {
        return SmsSendResult.notSent(code, reason, message.correlationId()).withSentAt(sentAt);
    }

    SmsSendResult rejected(String reason) {
        return SmsSendResult.rejected(null, reason, message.correlationId()).withSentAt(sentAt);
    }

    SmsSendResult expired() {
        return notSent(
                null, (hasOwnDeadline ? "its time to live" : "its deliveryTimeout")
                      + " ended before it could be sent; it was not sent"
                      + (lastTrouble == null ? "" : "; last trouble: " + lastTrouble));
    }

    public SmsSendResult unknown(@Nullable Integer code, String reason) {
        return SmsSendResult.unknown(code, reason, message.correlationId()).withSentAt(sentAt);
    }
}
