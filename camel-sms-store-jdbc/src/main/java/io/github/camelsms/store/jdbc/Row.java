package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOffer;
import org.jspecify.annotations.Nullable;

/**
 * Row of the message table in one transaction.
 */
final class Row extends MessageRecord {

    /** Columns that {@link #read(ResultSet)} expects, in this order. */
    static final String COLUMNS
            = "id, correlation_id, destination, message_text, scheduled_date, priority, headers, offer, stored_at, due_at,"
              + " expires_at, state, revision, epoch, request, attempts, sent_at, fingerprint,"
              + " CASE WHEN code IS NULL AND service_id IS NULL AND reason IS NULL AND finished_at IS NULL"
              + " AND delivery_status IS NULL AND raw_status IS NULL AND status_date IS NULL AND unknown_since IS NULL"
              + " AND look_at IS NULL AND looks = 0 AND rejected_at IS NULL THEN 0 ELSE 1 END,"
              + " code, service_id, reason, finished_at, delivery_status, raw_status, status_date, unknown_since, look_at, looks,"
              + " rejected_at";

    /** Hash of text and destination, to distinguish a duplicate from a conflict; null if they were erased. */
    final @Nullable Long fingerprint;

    private Row(ResultSet row) throws SQLException {
        super(row.getLong(1), row.getString(2), row.getInt(6), SmsOffer.valueOf(row.getString(8)),
              Instant.ofEpochMilli(row.getLong(9)), instant(row, 10), instant(row, 5),
              SmsMessageState.valueOf(row.getString(12)));
        destination = row.getString(3);
        text = row.getString(4);
        headers = Json.read(row.getString(7));
        expiresAt = instant(row, 11);
        revision = row.getLong(13);
        epoch = row.getLong(14);
        request = row.getLong(15);
        attempts = row.getInt(16);
        sentAt = instant(row, 17);
        fingerprint = number(row, 18);
        // Reading these columns costs more than this one, and most messages that are claimed or recorded have none of them.
        if (row.getInt(19) == 1) {
            readOutcome(row);
        }
    }

    private void readOutcome(ResultSet row) throws SQLException {
        Long storedCode = number(row, 20);
        code = storedCode == null ? null : storedCode.intValue();
        smsId = row.getString(21);
        reason = row.getString(22);
        finishedAt = instant(row, 23);
        String status = row.getString(24);
        deliveryStatus = status == null ? null : SmsDeliveryStatus.of(status);
        rawStatus = row.getString(25);
        givenStatusDate = instant(row, 26);
        unknownSince = instant(row, 27);
        lookAt = instant(row, 28);
        looks = row.getInt(29);
        rejectedAt = instant(row, 30);
    }

    static Row read(ResultSet row) throws SQLException {
        return new Row(row);
    }

    /** Returns a time of a row, or null. */
    static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        Long millis = number(row, column);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    /** Returns a number of a row, or null. */
    static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return value == 0 && row.wasNull() ? null : value;
    }
}
