package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * A row of the store in memory. Guarded by the lock of its tables.
 */
final class MemoryMessage {

    /** Longer times to live mean for ever. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    final long id;
    final String account;
    final String correlationId;
    final int priority;
    final SmsOffer offer;
    final Instant storedAt;
    final @Nullable Instant dueAt;
    @Nullable
    Instant expiresAt;
    @Nullable
    String text;
    @Nullable
    String destination;
    /** Text and destination in one, to tell a duplicate from a conflict; null if they were erased. */
    @Nullable
    String content;
    Map<String, String> headers;
    SmsMessageState state;
    long revision;
    @Nullable
    SmsRequestId request;
    int attempts;
    @Nullable
    Instant sentAt;
    @Nullable
    Integer code;
    @Nullable
    String smsId;
    @Nullable
    String reason;
    @Nullable
    Instant finishedAt;
    @Nullable
    SmsDeliveryStatus deliveryStatus;
    @Nullable
    String rawStatus;
    @Nullable
    Instant statusDate;
    Instant unknownSince = Instant.EPOCH;
    Instant lookAt = Instant.EPOCH;
    int looks;
    private final @Nullable Instant scheduledDate;

    MemoryMessage(long id, String account, SmsNewMessage message, Instant now) {
        this.id = id;
        this.account = account;
        this.correlationId = message.correlationId();
        this.priority = message.priority();
        this.offer = message.offer();
        this.storedAt = now;
        this.dueAt = message.dueAt();
        Duration timeToLive = message.message().timeToLive();
        this.expiresAt = timeToLive == null || timeToLive.compareTo(LONGEST) > 0 ? null : now.plus(timeToLive);
        this.text = message.text();
        this.destination = message.destination();
        this.content = content(message);
        this.headers = message.headers();
        this.scheduledDate = message.message().scheduledDate();
        this.state = dueAt != null && dueAt.isAfter(now) ? SmsMessageState.SCHEDULED : SmsMessageState.WAITING;
    }

    static String content(SmsNewMessage message) {
        return message.destination() + '\n' + message.text();
    }

    boolean hasContent(SmsNewMessage message) {
        return content == null || content.equals(content(message));
    }

    boolean isOf(SmsRequestId id) {
        return id.equals(request);
    }

    boolean hasExpired(Instant now) {
        return expiresAt != null && !expiresAt.isAfter(now);
    }

    SmsMessageRevision named() {
        return new SmsMessageRevision(id, revision);
    }

    SmsStoredMessage snapshot() {
        return new SmsStoredMessage(
                id, account, new SmsMessage(text, destination, correlationId, scheduledDate, priority, null), state,
                revision, code, smsId, reason, attempts, storedAt, dueAt, expiresAt, sentAt, finishedAt, deliveryStatus,
                headers);
    }
}
