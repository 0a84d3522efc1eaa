package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import org.jspecify.annotations.Nullable;

/**
 * Row of the message table in one transaction.
 */
final class Row extends MessageRecord {

    /** Stored state of a message that waits or is in flight. */
    static final String OPEN = "OPEN";
    /**
     * Columns that {@link #read(ResultSet)} expects, in this order, of the table with the alias <code>m</code>. The
     * subquery is not an EXISTS, for which PostgreSQL could read all waiting messages.
     */
    static final String COLUMNS = columns(
            "CASE WHEN m.state <> '" + OPEN
                                          + "' THEN m.state WHEN (SELECT w.message_id FROM sms_waiting w WHERE w.message_id = m.id) "
                                          + "IS NULL THEN 'SENDING' ELSE 'WAITING' END");
    /** {@link #COLUMNS} of a message that waits, or was ended by another transaction meanwhile. */
    static final String COLUMNS_OF_WAITING = columns("CASE WHEN m.state = '" + OPEN + "' THEN 'WAITING' ELSE m.state END");

    /** Number of characters. */
    private static final int MAX_SMALL_HEADERS = 500;

    /** Id of the message's account. */
    final int account;
    /** Hash of text and destination, to distinguish a duplicate from a conflict; null if they were erased. */
    final @Nullable Long fingerprint;
    private final @Nullable Instant dueAtBefore;
    /** Whether the message is in the table of waiting messages. */
    boolean isQueued;

    private Row(ResultSet row) throws SQLException {
        super(row.getLong(1), row.getString(2), row.getInt(6), SmsOffer.valueOf(row.getString(8)),
              Instant.ofEpochMilli(row.getLong(9)), instant(row, 10), instant(row, 5),
              SmsMessageState.valueOf(row.getString(12)), origin(row, 20));
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
        account = row.getInt(19);
        dueAtBefore = dueAt;
        isQueued = state == SmsMessageState.WAITING;
        // Reading these columns costs more than this one, and most messages that are claimed or recorded have none of them.
        if (row.getInt(22) == 1) {
            readOutcome(row);
        }
    }

    private void readOutcome(ResultSet row) throws SQLException {
        Long storedCode = number(row, 23);
        code = storedCode == null ? null : storedCode.intValue();
        smsId = row.getString(24);
        reason = row.getString(25);
        finishedAt = instant(row, 26);
        String status = row.getString(27);
        deliveryStatus = status == null ? null : SmsDeliveryStatus.of(status);
        rawStatus = row.getString(28);
        givenStatusDate = instant(row, 29);
        unknownSince = instant(row, 30);
        lookAt = instant(row, 31);
        looks = row.getInt(32);
        rejectedAt = instant(row, 33);
    }

    /**
     * Creates the row of a new message, as it would be read.
     *
     * @param now when it is stored
     */
    Row(long id, int account, SmsNewMessage message, long fingerprint, Instant now) {
        super(id, message.correlationId(), message.priority(), message.offer(), now, millis(message.dueAt()),
              millis(message.message().scheduledDate()), message.firstState(now), message.message().origin());
        this.account = account;
        this.fingerprint = fingerprint;
        destination = message.destination();
        text = message.text();
        headers = message.headers();
        expiresAt = millis(message.expiresAt(now));
        dueAtBefore = dueAt;
        isQueued = state == SmsMessageState.WAITING;
    }

    /** Truncates a time to the precision of the columns. */
    private static @Nullable Instant millis(@Nullable Instant time) {
        return time == null ? null : Instant.ofEpochMilli(time.toEpochMilli());
    }

    private static String columns(String state) {
        return "m.id, m.correlation_id, m.destination, m.message_text, m.scheduled_date, m.priority, m.headers, m.offer,"
               + " m.stored_at, m.due_at, m.expires_at, " + state + ", m.revision, m.epoch, m.request, m.attempts, m.sent_at,"
               + " m.fingerprint, m.account_id, m.file, m.line,"
               + " CASE WHEN m.code IS NULL AND m.service_id IS NULL AND m.reason IS NULL AND m.finished_at IS NULL"
               + " AND m.delivery_status IS NULL AND m.raw_status IS NULL AND m.status_date IS NULL"
               + " AND m.unknown_since IS NULL AND m.look_at IS NULL AND m.looks = 0 AND m.rejected_at IS NULL"
               + " THEN 0 ELSE 1 END,"
               + " m.code, m.service_id, m.reason, m.finished_at, m.delivery_status, m.raw_status, m.status_date,"
               + " m.unknown_since, m.look_at, m.looks, m.rejected_at";
    }

    static Row read(ResultSet row) throws SQLException {
        return new Row(row);
    }

    /** Returns the stored form of a state. */
    static String stored(SmsMessageState state) {
        return state == SmsMessageState.WAITING || state == SmsMessageState.SENDING ? OPEN : state.name();
    }

    /** Returns the position of a priority in the order of sending. */
    static int lane(int priority) {
        return SmsMessage.HIGHEST_PRIORITY - priority;
    }

    /** Returns the start of the wait of a message that enters the queue now, or null after an outcome. */
    @Nullable
    Instant waitingSince() {
        if (revision > 0) {
            return null;
        }
        return dueAt != null && dueAt.isAfter(storedAt) ? dueAt : storedAt;
    }

    /** Returns whether it has another due time than before. */
    boolean isDeferred() {
        return !Objects.equals(dueAt, dueAtBefore);
    }

    /** Returns whether its change removes it from the queue. */
    boolean leavesQueue() {
        return isQueued && state != SmsMessageState.WAITING;
    }

    /** Returns whether the kept headers need more memory than the rest of the message. */
    boolean hasLargeHeaders() {
        if (headers.isEmpty()) {
            return false;
        }
        int size = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            size += header.getKey().length() + header.getValue().length();
        }
        return size > MAX_SMALL_HEADERS;
    }

    /** Adds what the row does not contain while the message is in flight. */
    void addRequest(RequestJournal.Open sent) {
        if (epoch != sent.epoch() || request != sent.number()) {
            epoch = sent.epoch();
            request = sent.number();
            attempts++;
            sentAt = sent.sentAt();
        }
    }

    /** Returns the origin in a column with the file and the next one with the line, or null. */
    private static @Nullable SmsOrigin origin(ResultSet row, int column) throws SQLException {
        String file = row.getString(column);
        return file == null ? null : new SmsOrigin(file, row.getInt(column + 1));
    }

    /** Returns the file of an origin as it is stored, or null. */
    static @Nullable String file(@Nullable SmsOrigin origin) {
        return origin == null ? null : origin.file();
    }

    /** Returns the line of an origin as it is stored, or null. */
    static @Nullable Integer line(@Nullable SmsOrigin origin) {
        return origin == null ? null : origin.line();
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
