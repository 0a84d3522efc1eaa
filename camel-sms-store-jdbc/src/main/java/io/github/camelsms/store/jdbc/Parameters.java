package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Binding of the parameters of a transaction. A parameter is a text, a number, a time, a constant, bytes, null, a list
 * of numbers (<code>long[]</code>) or texts for an <code>IN_LIST</code> or a <code>VALUE_LIST</code>, an
 * {@link AfterNow}, a {@link Column}, or a {@link Null}.
 */
final class Parameters {

    private final Dialect dialect;
    private final Connection connection;
    private final Later<Long> now;

    /** Values of a column of several rows, for a statement that writes them all. */
    record Column(String type, @Nullable Object[] values) {
    }

    /**
     * Time of a statement plus a duration, for an <code>AFTER_NOW</code>. It can be slightly later than that of the
     * transaction, but needs no round trip.
     */
    record AfterNow(long millis) {
    }

    /** Null of a PostgreSQL type: text, bigint or integer. */
    record Null(String type) {

        private int sqlType() {
            return switch (type) {
                case "text" -> Types.VARCHAR;
                case "bigint" -> Types.BIGINT;
                case "integer" -> Types.INTEGER;
                default -> throw new IllegalArgumentException(type);
            };
        }
    }

    /**
     * @param now time of the transaction
     */
    Parameters(Dialect dialect, Connection connection, Later<Long> now) {
        this.dialect = dialect;
        this.connection = connection;
        this.now = now;
    }

    /**
     * Binds values to consecutive parameters of a statement.
     *
     * @param first index of the first one
     */
    void bind(PreparedStatement statement, int first, @Nullable Object[] values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            bind(statement, first + i, values[i]);
        }
    }

    @SuppressWarnings("unchecked")
    private void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.NULL);
        } else if (value instanceof Long number) {
            // Most values are numbers and texts, and the tests for interfaces take longer.
            statement.setLong(index, number);
        } else if (value instanceof String text) {
            statement.setString(index, storable(text));
        } else if (value instanceof Null typed) {
            statement.setNull(index, typed.sqlType());
        } else if (value instanceof long[] numbers) {
            dialect.bindNumbers(statement, index, numbers);
        } else if (value instanceof List<?> texts) {
            dialect.bindTexts(statement, index, ((List<String>) texts).stream().map(Parameters::storable).toList());
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else if (value instanceof AfterNow after) {
            dialect.bindAfterNow(statement, index, after.millis(), now);
        } else if (value instanceof Column column) {
            Object[] values = Arrays.stream(column.values).map(Parameters::plain).toArray();
            statement.setArray(index, connection.createArrayOf(column.type, values));
        } else {
            statement.setObject(index, plain(value));
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

    /** Replaces U+0000, which PostgreSQL cannot store in a text. */
    private static String storable(String text) {
        // Almost no text has one, and the search is faster than the replacement.
        return text.indexOf('\u0000') < 0 ? text : text.replace('\u0000', '\uFFFD');
    }
}
