package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageSending;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is: the queries of a claim.
 */
final class ClaimQueries {

    private final String times;
    private final String first;
    private final String longestWaiting;

    /** A waiting message, by its place. */
    record Waiting(long id, int priority) {

        static Waiting read(ResultSet row) throws SQLException {
            return new Waiting(row.getLong(1), row.getInt(2));
        }
    }

    /** When the first scheduled message is due, and when the first waiting one expires, or null. */
    record Times(@Nullable Long dueAt, @Nullable Long expiresAt) {

        static Times read(ResultSet row) throws SQLException {
            long dueAt = row.getLong(1);
            Long due = row.wasNull() ? null : dueAt;
            long expiresAt = row.getLong(2);
            return new Times(due, row.wasNull() ? null : expiresAt);
        }
    }

    /** Messages whose turn it is. */
    record Turn(List<Long> ids, boolean hasMore) {
    }

    ClaimQueries(Database database) {
        this.times = database.sql(
                "SELECT (SELECT MIN(due_at) FROM sms_message WHERE account_id = ? AND state = 'SCHEDULED'),"
                                  + " (SELECT MIN(expires_at) FROM sms_message WHERE account_id = ?"
                                  + " AND state IN ('WAITING', 'SCHEDULED') AND expires_at IS NOT NULL)");
        this.first = database.sql(
                "SELECT id, priority FROM sms_message WHERE account_id = ? AND state = 'WAITING'"
                                  + " ORDER BY priority DESC, id LIMIT ?");
        List<String> lanes = new ArrayList<>();
        for (int priority = SmsMessage.LOWEST_PRIORITY; priority <= SmsMessage.HIGHEST_PRIORITY; priority++) {
            lanes.add("SELECT * FROM (SELECT id, priority FROM sms_message WHERE account_id = ? AND state = 'WAITING'"
                      + " AND priority = " + priority + " AND id > ? ORDER BY id LIMIT ?) AS lane" + priority);
        }
        this.longestWaiting = database.sql(String.join(" UNION ALL ", lanes));
    }

    Times times(Tx transaction, int account) throws SQLException {
        return transaction.query(times, Times::read, account, account).get(0);
    }

    /** Returns the messages whose turn it is, at most <code>count</code>, in the order in which they are to leave. */
    Turn turn(Tx transaction, int account, int count) throws SQLException {
        List<Waiting> waiting = transaction.query(first, Waiting::read, account, count + 1);
        if (waiting.size() <= count) {
            return new Turn(waiting.stream().map(Waiting::id).toList(), false);
        }
        int share = count / MessageSending.LONGEST_WAITING_EVERY;
        List<Waiting> turn = new ArrayList<>(waiting.subList(0, count - share));
        turn.addAll(longestWaiting(transaction, account, turn.get(turn.size() - 1), share));
        return new Turn(turn.stream().map(Waiting::id).toList(), true);
    }

    /** Returns those that have waited longest of all that come after the last one. */
    private List<Waiting> longestWaiting(Tx transaction, int account, Waiting last, int count) throws SQLException {
        if (count == 0) {
            return List.of();
        }
        List<Object> parameters = new ArrayList<>();
        for (int priority = SmsMessage.LOWEST_PRIORITY; priority <= SmsMessage.HIGHEST_PRIORITY; priority++) {
            long after = priority < last.priority() ? 0 : priority == last.priority() ? last.id() : Long.MAX_VALUE;
            parameters.addAll(List.of(account, after, count));
        }
        return transaction.query(longestWaiting, Waiting::read, parameters.toArray()).stream()
                .sorted(Comparator.comparing(Waiting::id)).limit(count).toList();
    }

    /** For a test that looks at the database's plan. */
    List<String> statements() {
        return List.of(times, first, longestWaiting);
    }
}
