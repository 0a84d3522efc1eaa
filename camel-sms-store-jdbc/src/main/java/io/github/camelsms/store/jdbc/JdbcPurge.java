package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Removal of old messages. A call reads a limited number of them, because most can have an unacknowledged result, and
 * other calls wait meanwhile. The next call continues behind these, and starts again after the last account.
 */
final class JdbcPurge {

    /** Number of messages that are read for each that may be removed. */
    private static final int SCANNED = 5;
    private static final int MAX_SCANNED = 100_000;

    private final Database database;
    private final Duration retention;
    private final String selectAccounts;
    private final String selectOld;
    private final String selectGroup;
    private final String lockRemovable;
    private final String delete;
    private volatile Position position = new Position(0, Long.MIN_VALUE);

    /** Where the next call continues: with the messages of an account that finished after a time. */
    record Position(int account, long finishedAt) {
    }

    private record Old(long finishedAt, long id) {

        static Old read(ResultSet row) throws SQLException {
            return new Old(row.getLong(1), row.getLong(2));
        }
    }

    /**
     * @param at time of the database
     */
    record Purged(int count, Position next, long at) {
    }

    JdbcPurge(Database database, Duration retention) {
        this.database = database;
        this.retention = retention;
        this.selectAccounts = database.sql(
                "SELECT id FROM sms_account WHERE id >= ? AND "
                                           + ClaimQueries.first(
                                                   "finished_at", "sms_message", "sms_account.id", "finished_at IS NOT NULL",
                                                   "finished_at")
                                           + " < ? ORDER BY id");
        this.selectOld = database.sql(
                "SELECT finished_at, id FROM sms_message WHERE account_id = ? AND finished_at > ? AND finished_at < ?"
                                      + " ORDER BY finished_at LIMIT ?");
        this.selectGroup = database.sql("SELECT finished_at, id FROM sms_message WHERE account_id = ? AND finished_at = ?");
        this.lockRemovable = database.sql(
                "SELECT finished_at, id FROM sms_message WHERE id IN_LIST"
                                          + " AND NOT EXISTS (SELECT 1 FROM sms_result r WHERE r.message_id = sms_message.id)"
                                          + " ORDER BY finished_at, id LIMIT ? FOR_UPDATE SKIP_LOCKED");
        this.delete = database.sql("DELETE FROM sms_message WHERE id IN_LIST");
    }

    CompletionStage<Purged> purge(int max) {
        Position from = position;
        return database.write(transaction -> purge(transaction, from, max)).thenApply(purged -> {
            position = purged.next();
            return purged;
        });
    }

    private Purged purge(Tx transaction, Position from, int max) throws SQLException {
        long before = transaction.now() - retention.toMillis();
        int limit = Math.min(MAX_SCANNED, SCANNED * Math.min(MAX_SCANNED, max));
        List<Long> removable = new ArrayList<>();
        // A statement for each account would delay the heartbeats of a node with thousands of them.
        for (Integer account : transaction.query(selectAccounts, row -> row.getInt(1), from.account(), before)) {
            long after = account == from.account() ? from.finishedAt() : Long.MIN_VALUE;
            List<Old> old = transaction.query(selectOld, Old::read, account, after, before, limit);
            boolean hasMore = !old.isEmpty() && old.size() == limit;
            long last = hasMore ? old.get(limit - 1).finishedAt() : before;
            if (hasMore && old.get(0).finishedAt() == last) {
                // A transaction gives all its messages the same time.
                old = transaction.query(selectGroup, Old::read, account, last++);
            }
            List<Old> locked = lock(transaction, old, max - removable.size());
            locked.forEach(message -> removable.add(message.id()));
            boolean isFull = removable.size() >= max;
            if (isFull || hasMore) {
                last = isFull && !locked.isEmpty() ? locked.get(locked.size() - 1).finishedAt() : last;
                return new Purged(delete(transaction, removable), new Position(account, last - 1), transaction.now());
            }
            limit -= old.size();
        }
        return new Purged(delete(transaction, removable), new Position(0, Long.MIN_VALUE), transaction.now());
    }

    /** Locks messages without an unacknowledged result, the oldest first. */
    private List<Old> lock(Tx transaction, List<Old> old, int max) throws SQLException {
        if (old.isEmpty()) {
            return List.of();
        }
        List<Old> locked = transaction.query(
                lockRemovable, Old::read, Messages.array(old.stream().map(Old::id).toList()), max);
        // A message that was resent meanwhile has another time.
        locked.retainAll(new HashSet<>(old));
        return locked;
    }

    private int delete(Tx transaction, List<Long> removable) throws SQLException {
        return removable.isEmpty() ? 0 : transaction.update(delete, Messages.array(removable));
    }
}
