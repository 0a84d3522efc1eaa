package io.github.camelsms.store.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Transaction in progress. Statements must be translated with {@link Database#sql(String)}. A parameter is a text, a
 * number, a time, a constant, bytes, null, or a list of numbers (<code>long[]</code>) or texts for an
 * <code>IN_LIST</code>.
 */
final class Tx {

    private final Session session;
    private final Dialect dialect;
    private final long now;

    /** Mapping of a row. */
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    Tx(Session session, Dialect dialect, long now) {
        this.session = session;
        this.dialect = dialect;
        this.now = now;
    }

    /** Returns the database's time at the start of the transaction, in milliseconds since 1970. */
    long now() {
        return now;
    }

    /** Returns {@link #now()} as an instant. */
    Instant time() {
        return Instant.ofEpochMilli(now);
    }

    long[] messageIds(int count) throws SQLException {
        return dialect.messageIds(session, count);
    }

    int update(String sql, @Nullable Object... parameters) throws SQLException {
        try {
            PreparedStatement statement = session.statement(sql);
            bind(statement, parameters);
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw Failures.withoutContent(e);
        }
    }

    /**
     * Executes a statement once for each list of parameters; returns the row counts, or the constants of
     * {@link Statement} that the driver returns instead.
     */
    int[] batch(String sql, List<@Nullable Object[]> rows) throws SQLException {
        if (rows.isEmpty()) {
            return new int[0];
        }
        try {
            PreparedStatement statement = session.statement(sql);
            for (@Nullable
            Object[] row : rows) {
                bind(statement, row);
                statement.addBatch();
            }
            return statement.executeBatch();
        } catch (SQLException e) {
            throw Failures.withoutContent(e);
        }
    }

    /** Writes many rows; returns the keys of those that were written. */
    Set<Long> write(Bulk bulk, List<@Nullable Object[]> rows) throws SQLException {
        if (rows.isEmpty()) {
            return Set.of();
        }
        try {
            rows.forEach(row -> Arrays.setAll(row, i -> plain(row[i])));
            return bulk.execute(session, rows);
        } catch (SQLException e) {
            throw Failures.withoutContent(e);
        }
    }

    /** Converts a value to a type of the database. */
    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name();
        } else if (value instanceof Instant time) {
            return time.toEpochMilli();
        }
        return value instanceof String text ? storable(text) : value;
    }

    /** Executes a statement once for each list of parameters; returns the number of changed rows. */
    int updateEach(String sql, List<@Nullable Object[]> rows) throws SQLException {
        return Arrays.stream(batch(sql, rows)).map(count -> count == Statement.SUCCESS_NO_INFO ? 1 : count).sum();
    }

    <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... parameters) throws SQLException {
        try {
            PreparedStatement statement = session.statement(sql);
            bind(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
                List<T> result = new ArrayList<>();
                while (rows.next()) {
                    result.add(reader.read(rows));
                }
                return result;
            }
        } catch (SQLException e) {
            throw Failures.withoutContent(e);
        }
    }

    private void bind(PreparedStatement statement, @Nullable Object[] parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            bind(statement, i + 1, parameters[i]);
        }
    }

    @SuppressWarnings("unchecked")
    private void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.NULL);
        } else if (value instanceof long[] numbers) {
            dialect.bindNumbers(statement, index, numbers);
        } else if (value instanceof List<?> texts) {
            dialect.bindTexts(statement, index, ((List<String>) texts).stream().map(Tx::storable).toList());
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else {
            statement.setObject(index, plain(value));
        }
    }

    /** Replaces U+0000, which PostgreSQL cannot store in a text. */
    private static String storable(String text) {
        return text.replace('\u0000', '\uFFFD');
    }
}
