package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Bulk statement that writes the rows as a JDBC batch: the fastest way if the database runs in this process.
 */
final class BatchBulk implements Bulk {

    private final String sql;
    private final boolean isKeyLast;

    private BatchBulk(String sql, boolean isKeyLast) {
        this.sql = sql;
        this.isKeyLast = isKeyLast;
    }

    static Bulk insert(String table, Columns columns, String onConflict) {
        return new BatchBulk(columns.insert(table, onConflict), false);
    }

    static Bulk update(String table, Columns columns) {
        return new BatchBulk(columns.update(table), true);
    }

    @Override
    public Later<List<Long>> write(Tx transaction, List<@Nullable Object[]> rows) throws SQLException {
        int[] counts = transaction.batch(sql, isKeyLast ? rows.stream().map(Columns::keyLast).toList() : rows);
        List<Long> written = new ArrayList<>(counts.length);
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] == 1 && rows.get(i)[0] instanceof Number key) {
                written.add(key.longValue());
            }
        }
        return () -> written;
    }
}
