package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Hiding of rows that a call claims for a consumer. If its commit is uncertain, the call is repeated, and claims the
 * rows again that the first attempt has hidden. One for each call.
 */
final class Hiding {

    private final Sql sql;
    private final List<Long> hidden = new ArrayList<>();
    private long until;

    /**
     * Statements for a table.
     */
    record Sql(String hide, String undo) {

        /**
         * @param key column that identifies a row
         */
        static Sql of(Database database, String table, String key) {
            String update = "UPDATE " + table + " SET visible_at = ?, deliveries = deliveries ";
            return new Sql(
                    database.sql(update + "+ 1 WHERE " + key + " IN_LIST"),
                    database.sql(update + "- 1 WHERE " + key + " IN_LIST AND visible_at = ?"));
        }
    }

    Hiding(Sql sql) {
        this.sql = sql;
    }

    /** Makes the rows of an earlier attempt visible, if it was committed. */
    void undo(Tx transaction) throws SQLException {
        if (!hidden.isEmpty()) {
            transaction.updateLater(sql.undo, 0L, Messages.array(hidden), until);
            hidden.clear();
        }
    }

    /** Hides rows for some time. */
    void hide(Tx transaction, List<Long> ids, Duration visibility) throws SQLException {
        until = transaction.now() + visibility.toMillis();
        hidden.addAll(ids);
        transaction.updateLater(sql.hide, until, Messages.array(ids));
    }
}
