package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Bulk statement that passes each column as an array: the fastest way if the database is a server. Unlike a batch whose
 * statements the driver combines, it returns which rows were written. A single row is written without arrays, which
 * takes less time.
 */
final class ArrayBulk implements Bulk {

    private final String sql;
    private final String singleSql;
    private final boolean isKeyLast;
    private final Columns columns;

    private ArrayBulk(String sql, String singleSql, boolean isKeyLast, Columns columns) {
        this.sql = sql;
        this.singleSql = singleSql;
        this.isKeyLast = isKeyLast;
        this.columns = columns;
    }

    static Bulk insert(String table, Columns columns, String onConflict) {
        String returning = " RETURNING " + columns.key();
        return new ArrayBulk(
                arrays(table, columns, onConflict) + returning, columns.insert(table, onConflict) + returning, false, columns);
    }

    static Bulk insert(String table, Columns columns, String onConflict, String also) {
        return new ArrayBulk(
                with(arrays(table, columns, onConflict), also, columns.key()),
                with(columns.insert(table, onConflict), also, columns.key()), false, columns);
    }

    private static String arrays(String table, Columns columns, String onConflict) {
        return "INSERT INTO " + table + " (" + columns.list() + ") SELECT * FROM unnest(" + columns.arrays() + ") "
               + onConflict;
    }

    /** Returns a statement that inserts rows into two tables, and returns the keys of the first one. */
    static String with(String insert, String also, String key) {
        return "WITH stored AS (" + insert + " RETURNING *), others AS (" + also.replace("STORED", "stored") + ") SELECT " + key
               + " FROM stored";
    }

    static Bulk update(String table, Columns columns) {
        String changes = columns.others().stream().map(column -> column + " = v." + column).collect(Collectors.joining(", "));
        return new ArrayBulk(
                "UPDATE " + table + " AS t SET " + changes + " FROM unnest(" + columns.arrays() + ") AS v (" + columns.list()
                             + ") WHERE t." + columns.key() + " = v." + columns.key() + " RETURNING t." + columns.key(),
                columns.update(table) + " RETURNING " + columns.key(), true, columns);
    }

    @Override
    public Later<List<Long>> write(Tx transaction, List<@Nullable Object[]> rows) throws SQLException {
        if (rows.size() == 1) {
            Object[] values = columns.typed(rows.get(0));
            return transaction.queryLater(
                    singleSql, row -> row.getLong(1), isKeyLast ? Columns.keyLast(values) : values);
        }
        Object[] parameters = new Object[columns.types().size()];
        Arrays.setAll(
                parameters,
                column -> new Parameters.Column(columns.types().get(column), rows.stream().map(row -> row[column]).toArray()));
        return transaction.queryLater(sql, row -> row.getLong(1), parameters);
    }
}
