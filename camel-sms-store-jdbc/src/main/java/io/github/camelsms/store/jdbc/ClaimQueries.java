package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageState;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is: the queries of a claim.
 */
final class ClaimQueries {

    private final Messages messages;
    private final String begin;
    private final String first;
    private final String longestWaiting;

    /**
     * What a claim finds, read with one statement.
     *
     * @param isLeaseHeld whether the lease is held now; another node can take over at once
     * @param isRepeated  whether requests of the claim are in the journal
     * @param dueAt       when the first scheduled message is due, or null
     * @param expiresAt   when the first waiting message expires, or null
     */
    record Begin(boolean isLeaseHeld, boolean isRepeated, @Nullable Long dueAt, @Nullable Long expiresAt) {

        static Begin read(ResultSet row, SmsLease lease) throws SQLException {
            boolean isLeaseHeld = lease.node().equals(row.getString(1)) && lease.epoch() == row.getLong(2);
            return new Begin(isLeaseHeld, row.getLong(3) > 0, Row.number(row, 4), Row.number(row, 5));
        }
    }

    /** Messages whose turn it is, locked. */
    record Turn(List<Row> rows, boolean hasMore) {
    }

    ClaimQueries(Database database, Messages messages) {
        this.messages = messages;
        this.begin = database.sql(
                "SELECT owner, epoch, (SELECT COUNT(*) FROM sms_request WHERE account_id = ? AND epoch = ? AND number BETWEEN ? AND ?),"
                                  + " (SELECT MIN(due_at) FROM sms_message WHERE account_id = ? AND state = 'SCHEDULED'),"
                                  + " (SELECT MIN(expires_at) FROM sms_message WHERE account_id = ?"
                                  + " AND state IN ('WAITING', 'SCHEDULED') AND expires_at IS NOT NULL)"
                                  + " FROM sms_account WHERE id = ?");
        this.first = database.sql(
                "SELECT " + Row.COLUMNS + " FROM sms_message WHERE account_id = ? AND state = 'WAITING'"
                                  + " ORDER BY priority DESC, id LIMIT ? FOR_UPDATE");
        List<String> lanes = new ArrayList<>();
        for (int priority = SmsMessage.LOWEST_PRIORITY; priority <= SmsMessage.HIGHEST_PRIORITY; priority++) {
            lanes.add("SELECT * FROM (SELECT id FROM sms_message WHERE account_id = ? AND state = 'WAITING'"
                      + " AND priority = " + priority + " AND id > ? ORDER BY id LIMIT ?) AS lane" + priority);
        }
        this.longestWaiting = database.sql(String.join(" UNION ALL ", lanes));
    }

    Begin begin(Tx transaction, int account, SmsClaim claim) throws SQLException {
        SmsLease lease = claim.lease();
        long first = claim.firstRequest();
        return transaction.query(
                begin, row -> Begin.read(row, lease), account, lease.epoch(), first, first + claim.requests() - 1, account,
                account, account).get(0);
    }

    /**
     * Returns the messages whose turn it is, at most <code>count</code>, in the order in which they are to leave. With
     * all that is needed to send them, because a later query by number and state could choose a worse index.
     */
    Turn turn(Tx transaction, int account, int count) throws SQLException {
        List<Row> waiting = transaction.query(first, Row::read, account, count + 1);
        if (waiting.size() <= count) {
            return new Turn(waiting, false);
        }
        int share = count / MessageSending.LONGEST_WAITING_EVERY;
        List<Row> turn = new ArrayList<>(waiting.subList(0, count - share));
        Row last = turn.get(turn.size() - 1);
        if (share > 0) {
            turn.addAll(longestWaiting(transaction, account, last, share));
        }
        return new Turn(turn, true);
    }

    /** Returns those that have waited longest of all that come after the last one. */
    private List<Row> longestWaiting(Tx transaction, int account, Row last, int count) throws SQLException {
        List<Object> parameters = new ArrayList<>();
        for (int priority = SmsMessage.LOWEST_PRIORITY; priority <= SmsMessage.HIGHEST_PRIORITY; priority++) {
            long after = priority < last.priority ? 0 : priority == last.priority ? last.id : Long.MAX_VALUE;
            parameters.addAll(List.of(account, after, count));
        }
        List<Long> ids = transaction.query(longestWaiting, row -> row.getLong(1), parameters.toArray()).stream().sorted()
                .limit(count).toList();
        return messages.lock(transaction, ids).stream().filter(row -> row.state == SmsMessageState.WAITING).toList();
    }

    /** For a test that looks at the database's plan. */
    List<String> statements() {
        return List.of(begin, first, longestWaiting);
    }
}
