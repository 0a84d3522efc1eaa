package io.github.camelsms.dispatch;

import java.time.Duration;
import java.time.Instant;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * A message in the engine and where its result goes. Confined to the account's loop.
 */
final class Entry {

    final SmsMessage message;
    final Submission submission;
    final long index;
    final int priority;
    /** When the engine took it. */
    final long takenAt;
    /** When its time is over: that of its submission, or its own time to live. */
    final long deadline;
    final boolean deadlineIsItsOwn;
    /** Place in the order of arrival. */
    long order;
    /** Why the last attempt did not send it, or null if there was none. */
    @Nullable
    String lastTrouble;
    /** When the last request that carried it left, or null if none did. */
    @Nullable
    Instant sentAt;
    boolean completed;

    /**
     * @param takenAt when the engine took the message, from which its time counts
     */
    Entry(SmsMessage message, Submission submission, long index, long takenAt) {
        this.message = message;
        this.submission = submission;
        this.index = index;
        this.takenAt = takenAt;
        Integer given = message.priority();
        int asked = given == null ? SmsMessage.DEFAULT_PRIORITY : given;
        this.priority = Math.max(SmsMessage.LOWEST_PRIORITY, Math.min(SmsMessage.HIGHEST_PRIORITY, asked));
        Duration timeToLive = message.timeToLive();
        long own = timeToLive == null ? Long.MAX_VALUE : Submission.nanos(timeToLive);
        this.deadlineIsItsOwn = own < submission.deliveryTimeoutNanos;
        this.deadline = takenAt + Math.min(own, submission.deliveryTimeoutNanos);
    }

    SmsSendResult notSent(Refusal refusal) {
        return notSent(refusal.code(), refusal.reason());
    }

    SmsSendResult notSent(@Nullable Integer code, String reason) {
        return SmsSendResult.notSent(code, reason, message.correlationId()).withSentAt(sentAt);
    }

    SmsSendResult unknown(@Nullable Integer code, String reason) {
        return SmsSendResult.unknown(code, reason, message.correlationId()).withSentAt(sentAt);
    }
}
