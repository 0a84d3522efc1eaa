package io.github.camelsms.store.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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
        return new BatchBulk(
                "INSERT INTO " + table + " (" + columns.list() + ") VALUES (" + columns.questionMarks() + ") " + onConflict,
                false);
    }

    static Bulk update(String table, Columns columns) {
        String changes = columns.others().stream().map(column -> column + " = ?").collect(Collectors.joining(", "));
        return new BatchBulk("UPDATE " + table + " SET " + changes + " WHERE " + columns.key() + " = ?", true);
    }

    @Override
    public Set<Long> execute(Session session, List<@Nullable Object[]> rows) throws SQLException {
        PreparedStatement statement = session.statement(sql);
        for (@Nullable
        Object[] row : rows) {
            int shift = isKeyLast ? 0 : 1;
            for (int i = 1; i < row.length; i++) {
                statement.setObject(i + shift, row[i]);
            }
            statement.setObject(isKeyLast ? row.length : 1, row[0]);
            statement.addBatch();
        }
        int[] counts = statement.executeBatch();
        Set<Long> written = new HashSet<>();
        for (int i = 0; i < counts.length; i++) {
            Object key = rows.get(i)[0];
            if (counts[i] == 1 && key instanceof Number number) {
                written.add(number.longValue());
            }
        }
        return written;
    }
}
