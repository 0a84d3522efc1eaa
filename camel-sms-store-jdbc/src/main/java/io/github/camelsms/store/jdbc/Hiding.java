package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.store.Visibility;

/**
 * Hiding of rows that a call claims for a consumer. If its commit is uncertain, the call is repeated, and claims the
 * rows again that the first attempt has hidden. Used by one call.
 */
final class Hiding {

    private final Sql sql;
    private final List<Attempt> attempts = new ArrayList<>(1);

    private record Attempt(List<Long> ids, long until) {
    }

    /**
     * Statements for a table.
     *
     * @param selectVisible selects rows whose time has passed
     * @param selectBeyond  selects rows whose time was written before the clock was set back
     */
    record Sql(String selectVisible, String selectBeyond, ByIds hide, String undo) {

        /**
         * @param columns   columns to select
         * @param key       column that identifies a row
         * @param condition further condition of rows that can be claimed, or empty
         */
        static Sql of(Database database, String table, String columns, String key, String condition) {
            String select = "SELECT " + columns + " FROM " + table + " WHERE account_id = ?" + condition + " AND visible_at ";
            String first = " ? ORDER BY visible_at, " + key + " LIMIT ? FOR_UPDATE SKIP_LOCKED";
            String update = "UPDATE " + table + " SET visible_at = ?, deliveries = deliveries ";
            return new Sql(
                    database.sql(select + "<=" + first), database.sql(select + ">" + first),
                    new ByIds(database, update + "+ 1 WHERE", key),
                    database.sql(
                            "UPDATE " + table + " SET visible_at = CASE WHEN visible_at = ? THEN 0 ELSE visible_at END,"
                                 + " deliveries = CASE WHEN visible_at = ? THEN deliveries - 1 ELSE deliveries END"
                                 + " WHERE " + key + " IN_LIST"));
        }

        /** Locks and returns visible rows, those first that have been visible for longest. */
        <T> List<T> visible(Tx transaction, Tx.RowReader<T> reader, int accountId, int max) throws SQLException {
            long now = transaction.now();
            Later<List<T>> visible = transaction.queryLater(selectVisible, reader, accountId, now, max);
            Later<List<T>> beyond
                    = transaction.queryLater(selectBeyond, reader, accountId, until(now, Visibility.MAX_HIDDEN_TIME), max);
            return Stream.concat(visible.get().stream(), beyond.get().stream()).limit(max).toList();
        }
    }

    Hiding(Sql sql) {
        this.sql = sql;
    }

    /**
     * Makes the rows of earlier attempts visible that were committed. Locks all of them, to wait for an attempt whose
     * commit is still in progress.
     */
    void undo(Tx transaction) throws SQLException {
        for (Attempt attempt : attempts) {
            transaction.updateLater(sql.undo, attempt.until, attempt.until, Messages.array(attempt.ids));
        }
    }

    /** Hides rows for some time. */
    void hide(Tx transaction, List<Long> ids, Duration visibility) throws SQLException {
        long until = until(transaction.now(), visibility);
        attempts.add(new Attempt(ids, until));
        sql.hide.update(transaction, ids, until);
    }

    /** Returns when a row becomes visible that is hidden from now on. */
    static long until(long now, Duration hidden) {
        return now + Visibility.limited(hidden).toMillis();
    }
}
