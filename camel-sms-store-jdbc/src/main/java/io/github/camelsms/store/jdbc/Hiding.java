package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
     */
    record Sql(ByIds hide, String undo) {

        /**
         * @param key column that identifies a row
         */
        static Sql of(Database database, String table, String key) {
            String update = "UPDATE " + table + " SET visible_at = ?, deliveries = deliveries ";
            return new Sql(
                    new ByIds(database, update + "+ 1 WHERE", key),
                    database.sql(update + "- 1 WHERE " + key + " IN_LIST AND visible_at = ?"));
        }
    }

    Hiding(Sql sql) {
        this.sql = sql;
    }

    /** Makes the rows of earlier attempts visible that were committed. */
    void undo(Tx transaction) throws SQLException {
        for (Attempt attempt : attempts) {
            transaction.updateLater(sql.undo, 0L, Messages.array(attempt.ids), attempt.until);
        }
    }

    /** Hides rows for some time. */
    void hide(Tx transaction, List<Long> ids, Duration visibility) throws SQLException {
        long until = transaction.now() + visibility.toMillis();
        attempts.add(new Attempt(ids, until));
        sql.hide.update(transaction, ids, until);
    }
}
