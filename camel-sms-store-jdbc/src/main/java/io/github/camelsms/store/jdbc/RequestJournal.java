package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsRequestId;

/**
 * Journal of the requests in flight. A request contains the ids of its messages, which saves an index that every
 * message would have to enter and leave.
 */
final class RequestJournal {

    /** Maximum number of requests that a call ends. */
    static final int MAX_RECOVERED = 100;
    private static final String COLUMNS = "epoch, number, sent_at, deadline_at, messages";
    private static final String BY_ID = " WHERE account_id = ? AND epoch = ? AND number = ?";

    private final String insert;
    private final String delete;
    private final String selectRange;
    private final String selectBefore;
    private final String selectAll;

    /** A request without an outcome. */
    record Open(long epoch, long number, Instant sentAt, long deadlineAt, List<Long> messages) {

        static Open read(ResultSet row) throws SQLException {
            return new Open(
                    row.getLong(1), row.getLong(2), Instant.ofEpochMilli(row.getLong(3)), row.getLong(4),
                    ids(row.getString(5)));
        }

        /**
         * Returns how long its outcome may still arrive; 0 or less if it is overdue. A request from the future was sent
         * before the clock went back, and would otherwise be in flight until the clock has caught up.
         */
        long millisLeft(long now) {
            return sentAt.toEpochMilli() > now ? 0 : deadlineAt - now;
        }
    }

    RequestJournal(Database database) {
        String select = "SELECT " + COLUMNS + " FROM sms_request WHERE account_id = ?";
        this.insert = database.sql(
                "INSERT INTO sms_request (account_id, " + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?)");
        this.delete = database.sql("DELETE FROM sms_request" + BY_ID + " RETURNING " + COLUMNS);
        this.selectRange = database.sql(select + " AND epoch = ? AND number BETWEEN ? AND ? ORDER BY number");
        this.selectBefore = database
                .sql(select + " AND (epoch < ? OR epoch = ? AND number < ?) ORDER BY deadline_at LIMIT " + MAX_RECOVERED);
        this.selectAll = database.sql(select);
    }

    void open(Tx transaction, int account, SmsRequestId id, List<Long> messages, Duration timeout) throws SQLException {
        long now = transaction.now();
        transaction.updateLater(
                insert, account, id.epoch(), id.number(), now, now + timeout.toMillis(), text(messages));
    }

    /** Opens a request again that this transaction has closed, with fewer messages. */
    void reopen(Tx transaction, int account, Open closed, List<Long> messages) throws SQLException {
        transaction.updateLater(
                insert, account, closed.epoch, closed.number, closed.sentAt.toEpochMilli(), closed.deadlineAt,
                text(messages));
    }

    private static String text(List<Long> messages) {
        return messages.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Removes a request and returns it; empty if it is not open. */
    Later<List<Open>> close(Tx transaction, int account, SmsRequestId id) throws SQLException {
        return transaction.queryLater(delete, Open::read, account, id.epoch(), id.number());
    }

    /** Returns the ids of the messages of requests. */
    static List<Long> messages(List<Open> requests) {
        return requests.stream().flatMap(request -> request.messages().stream()).toList();
    }

    /** Returns the open requests of a claim. */
    List<Open> of(Tx transaction, int account, SmsClaim claim) throws SQLException {
        long first = claim.firstRequest();
        return transaction.query(
                selectRange, Open::read, account, claim.lease().epoch(), first, first + claim.requests() - 1);
    }

    /** Returns open requests before a number of an epoch, the earliest deadline first. */
    List<Open> before(Tx transaction, int account, long epoch, long number) throws SQLException {
        return transaction.query(selectBefore, Open::read, account, epoch, epoch, number);
    }

    List<Open> all(Tx transaction, int account) throws SQLException {
        return transaction.query(selectAll, Open::read, account);
    }

    private static List<Long> ids(String messages) {
        return messages.isEmpty() ? List.of() : Arrays.stream(messages.split(",")).map(Long::valueOf).toList();
    }
}
