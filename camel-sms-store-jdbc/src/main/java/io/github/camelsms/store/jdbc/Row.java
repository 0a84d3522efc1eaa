package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsUnknownMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message as one transaction sees and changes it. Times are milliseconds since 1970.
 */
final class Row {

    /** What {@link #read(ResultSet)} expects, in this order. */
    static final String COLUMNS
            = "id, correlation_id, destination, message_text, scheduled_date, priority, headers, offer, stored_at, due_at,"
              + " expires_at, state, revision, epoch, request, attempts, sent_at, code, service_id, reason, finished_at,"
              + " delivery_status, raw_status, status_date, unknown_since, look_at, looks, fingerprint";

    /** Marks a destination of which only a hash is kept. */
    static final String HASH_MARK = "#";

    final long id;
    final String correlationId;
    final int priority;
    final SmsOffer offer;
    final @Nullable Long fingerprint;
    @Nullable
    String destination;
    @Nullable
    String text;
    @Nullable
    String headers;
    SmsMessageState state;
    long revision;
    int attempts;
    @Nullable
    Long expiresAt;
    @Nullable
    Long sentAt;
    @Nullable
    Integer code;
    @Nullable
    String serviceId;
    @Nullable
    String reason;
    @Nullable
    Long finishedAt;
    @Nullable
    String deliveryStatus;
    @Nullable
    String rawStatus;
    @Nullable
    Long statusDate;
    @Nullable
    Long unknownSince;
    @Nullable
    Long lookAt;
    int looks;
    /** The outcome is new and to be offered. */
    boolean isOffered;
    /** Text, destination or headers have changed. */
    boolean isContentChanged;
    private final @Nullable Long scheduledDate;
    private final long storedAt;
    private final @Nullable Long dueAt;
    private long epoch;
    private long request;

    private Row(ResultSet row) throws SQLException {
        id = row.getLong(1);
        correlationId = row.getString(2);
        destination = row.getString(3);
        text = row.getString(4);
        scheduledDate = number(row, 5);
        priority = row.getInt(6);
        headers = row.getString(7);
        offer = SmsOffer.valueOf(row.getString(8));
        storedAt = row.getLong(9);
        dueAt = number(row, 10);
        expiresAt = number(row, 11);
        state = SmsMessageState.valueOf(row.getString(12));
        revision = row.getLong(13);
        epoch = row.getLong(14);
        request = row.getLong(15);
        attempts = row.getInt(16);
        sentAt = number(row, 17);
        Long storedCode = number(row, 18);
        code = storedCode == null ? null : storedCode.intValue();
        serviceId = row.getString(19);
        reason = row.getString(20);
        finishedAt = number(row, 21);
        deliveryStatus = row.getString(22);
        rawStatus = row.getString(23);
        statusDate = number(row, 24);
        unknownSince = number(row, 25);
        lookAt = number(row, 26);
        looks = row.getInt(27);
        fingerprint = number(row, 28);
    }

    static Row read(ResultSet row) throws SQLException {
        return new Row(row);
    }

    private static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    /** The message leaves with this request. */
    void send(SmsRequestId id, long now) {
        state = SmsMessageState.SENDING;
        epoch = id.epoch();
        request = id.number();
        attempts++;
        sentAt = now;
    }

    boolean isOf(SmsRequestId id) {
        return epoch == id.epoch() && request == id.number();
    }

    boolean isInFlight(SmsRequestId id) {
        return state == SmsMessageState.SENDING && isOf(id);
    }

    SmsMessageRevision named() {
        return new SmsMessageRevision(id, revision);
    }

    SmsStoredMessage toMessage(String account) {
        boolean isHash = destination != null && destination.startsWith(HASH_MARK);
        SmsMessage message = new SmsMessage(
                text, isHash ? null : destination, correlationId, instant(scheduledDate), priority, null);
        return new SmsStoredMessage(
                id, account, message, state, revision, code, serviceId, reason, attempts, Instant.ofEpochMilli(storedAt),
                instant(dueAt), instant(expiresAt), instant(sentAt), instant(finishedAt),
                deliveryStatus == null ? null : SmsDeliveryStatus.of(deliveryStatus), Json.read(headers));
    }

    SmsUnknownMessage toUnknown(String account) {
        return new SmsUnknownMessage(
                toMessage(account), Instant.ofEpochMilli(unknownSince == null ? 0 : unknownSince), looks,
                Instant.ofEpochMilli(lookAt == null ? 0 : lookAt));
    }

    private static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}
