package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.SmsMessageState;

/**
 * Messages of an account whose time has come: they expire, or are promoted from SCHEDULED to WAITING.
 */
final class DueMessages {

    /** Maximum number of messages that a call changes. The next one continues. */
    private static final int MAX_MOVED = 2_000;

    private final Messages messages;
    private final MessageChanges changes;
    private final String selectExpired;
    private final String selectExpiredOfScheduled;
    private final String selectDue;

    DueMessages(Database database, Messages messages, MessageChanges changes) {
        this.messages = messages;
        this.changes = changes;
        this.selectExpired = database.sql(
                "SELECT message_id FROM sms_waiting WHERE account_id = ? AND expires_at IS NOT NULL AND expires_at <= ?"
                                          + " ORDER BY expires_at LIMIT " + MAX_MOVED);
        this.selectExpiredOfScheduled = database.sql(
                "SELECT id FROM sms_message WHERE account_id = ? AND state = 'SCHEDULED'"
                                                     + " AND expires_at IS NOT NULL AND expires_at <= ? ORDER BY expires_at LIMIT "
                                                     + MAX_MOVED);
        this.selectDue = database.sql(
                "SELECT id FROM sms_message WHERE account_id = ? AND state = 'SCHEDULED' AND due_at <= ? ORDER BY due_at LIMIT "
                                      + MAX_MOVED);
    }

    /** Expires messages, and returns them. */
    List<Row> expire(Tx transaction, int accountId) throws SQLException {
        Later<List<Long>> waiting
                = transaction.queryLater(selectExpired, row -> row.getLong(1), accountId, transaction.now());
        List<Long> ids = new ArrayList<>(
                transaction.query(selectExpiredOfScheduled, row -> row.getLong(1), accountId, transaction.now()));
        ids.addAll(waiting.get());
        Instant now = transaction.time();
        List<Row> expired = messages.lock(transaction, ids).stream().filter(row -> changes.expire(row, now)).toList();
        messages.write(transaction, accountId, expired);
        return expired;
    }

    /** Lets scheduled messages that are due wait to be sent. */
    void promote(Tx transaction, int accountId) throws SQLException {
        List<Long> ids = transaction.query(selectDue, row -> row.getLong(1), accountId, transaction.now());
        List<Row> due = messages.lock(transaction, ids).stream()
                .filter(row -> row.state == SmsMessageState.SCHEDULED).toList();
        due.forEach(changes::promote);
        messages.write(transaction, accountId, due);
    }
}
