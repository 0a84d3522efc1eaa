package io.github.camelsms.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Mutable stored message, for implementations of {@link MessageStore}. Its fields are public, because implementations
 * map them to columns. Change them with {@link MessageChanges}. Not thread-safe.
 */
public class MessageRecord {

    /** First character of a destination of which only a hash is kept. */
    public static final String HASH_MARK = "#";

    public final long id;
    public final String correlationId;
    public final int priority;
    public final SmsOffer offer;
    public final Instant storedAt;
    public final @Nullable Instant scheduledDate;
    public final @Nullable SmsOrigin origin;
    public SmsMessageState state;
    /** Earliest time to send it, or null. */
    public @Nullable Instant dueAt;
    public @Nullable Instant expiresAt;
    /** The text, or null if it was dropped or erased. */
    public @Nullable String text;
    /** The number, a hash of it after {@link #HASH_MARK}, or null if it was erased. */
    public @Nullable String destination;
    public Map<String, String> headers = Map.of();
    /** Number of outcomes so far. */
    public long revision;
    /** Lease epoch and number of the last request with the message. */
    public long epoch;
    public long request;
    public int attempts;
    public @Nullable Instant sentAt;
    /** When the last request was sent whose rejection an operator has overruled by resending the message, or null. */
    public @Nullable Instant rejectedAt;
    public @Nullable Integer code;
    public @Nullable String smsId;
    public @Nullable String reason;
    public @Nullable Instant finishedAt;
    public @Nullable SmsDeliveryStatus deliveryStatus;
    public @Nullable String rawStatus;
    /** Send date of the delivery status, or null if this status was not offered to consumers. */
    public @Nullable Instant givenStatusDate;
    public @Nullable Instant unknownSince;
    public @Nullable Instant lookAt;
    public int looks;
    /** Whether the outcome is new and must be offered. */
    public boolean isOffered;
    /** Whether text, destination or headers have changed. */
    public boolean isContentChanged;

    protected MessageRecord(
                            long id, String correlationId, int priority, SmsOffer offer, Instant storedAt,
                            @Nullable Instant dueAt, @Nullable Instant scheduledDate, SmsMessageState state,
                            @Nullable SmsOrigin origin) {
        this.id = id;
        this.correlationId = correlationId;
        this.priority = priority;
        this.offer = offer;
        this.storedAt = storedAt;
        this.dueAt = dueAt;
        this.scheduledDate = scheduledDate;
        this.state = state;
        this.origin = origin;
    }

    /** Returns whether a request of the message's account was the last one with this message. */
    public boolean isOf(SmsRequestId id) {
        return epoch == id.epoch() && request == id.number();
    }

    /** Returns whether the message is in flight with a request of its account. */
    public boolean isInFlight(SmsRequestId id) {
        return state == SmsMessageState.SENDING && isOf(id);
    }

    /** Returns whether this is the delivery status that was last offered to consumers. */
    public boolean wasGiven(SmsStatus status) {
        return deliveryStatus == status.status() && Objects.equals(rawStatus, status.rawStatus())
                && givenStatusDate != null && givenStatusDate.equals(stored(status.sentDate()));
    }

    /** Returns whether a status with the correlation id of the message is evidence about it. */
    boolean isEvidence(SmsStatus status) {
        return attempts > 0 && StatusEvidence.isEvidence(status, destination, storedAt, scheduledDate, rejectedAt, sentAt);
    }

    /** Returns whether a status leaves open whether this message of unknown outcome was delivered. */
    boolean isInDoubt(SmsStatus status) {
        return state == SmsMessageState.UNKNOWN && attempts > 0
                && StatusEvidence.isInDoubt(status, destination, storedAt, scheduledDate, rejectedAt, sentAt);
    }

    /** Returns whether a status says that the message was sent. */
    public static boolean isSent(@Nullable SmsDeliveryStatus status) {
        return status == SmsDeliveryStatus.SENT || status == SmsDeliveryStatus.DELIVERED;
    }

    /** Truncates a time to milliseconds, the precision of a store. */
    static @Nullable Instant stored(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * Returns when the message had its last outcome, for UNKNOWN and PARKED when it became UNKNOWN; null without one.
     */
    public @Nullable Instant outcomeAt() {
        return state.outcome() == null ? null : state.isFinal() ? finishedAt : unknownSince;
    }

    /** Returns the key of the current outcome. */
    public SmsMessageRevision named() {
        return new SmsMessageRevision(id, revision);
    }

    /** Returns a snapshot of the message. */
    public SmsStoredMessage snapshot(String account) {
        boolean isHash = destination != null && destination.startsWith(HASH_MARK);
        SmsMessage message = new SmsMessage(
                text, isHash ? null : destination, correlationId, scheduledDate, priority, null, origin);
        return new SmsStoredMessage(
                id, account, message, state, revision, code, smsId, reason, attempts, storedAt, dueAt, expiresAt, sentAt,
                finishedAt, deliveryStatus, headers, offer);
    }

    /** Returns snapshots of the messages. */
    public static List<SmsStoredMessage> snapshots(List<? extends MessageRecord> records, String account) {
        return records.stream().map(each -> each.snapshot(account)).toList();
    }

    /** Returns an UNKNOWN message for reconciliation whose lookup is due now, or was due before. */
    public SmsUnknownMessage unknown(String account, Instant now) {
        return new SmsUnknownMessage(
                snapshot(account), unknownSince == null ? Instant.EPOCH : unknownSince, looks,
                lookAt == null ? Instant.EPOCH : lookAt.isAfter(now) ? now : lookAt, rejectedAt);
    }
}
