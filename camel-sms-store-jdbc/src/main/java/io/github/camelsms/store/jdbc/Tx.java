package io.github.camelsms.store.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Transaction in progress. Statements must be translated with {@link Database#sql(String)}. {@link Parameters} lists
 * the types of their parameters.
 * <p>
 * If the database is a server, statements whose results are not needed yet wait. They are sent together with the next
 * one or with the commit, so that the transaction needs few round trips. They are executed in the order of the calls.
 */
final class Tx {

    private final Session session;
    private final Dialect dialect;
    private final Parameters parameters;
    private final List<Step<?>> waiting = new ArrayList<>();
    private final boolean mayBeRepeated;
    private final Later<Long> now;

    /** Mapping of a row. */
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Reader of the result of a statement that was executed. */
    private interface ResultReader<T> {
        T read(PreparedStatement executed) throws SQLException;
    }

    /** Statement that is waiting to be executed, or was executed. */
    private final class Step<T> implements Later<T> {
        private final String sql;
        private final @Nullable Object[] parameters;
        private final ResultReader<T> reader;
        private @Nullable T result;

        Step(String sql, @Nullable Object[] parameters, ResultReader<T> reader) {
            this.sql = sql;
            this.parameters = parameters;
            this.reader = reader;
        }

        void read(PreparedStatement executed) throws SQLException {
            result = reader.read(executed);
        }

        @Override
        public T get() throws SQLException {
            if (result == null) {
                executeWaiting();
            }
            return Objects.requireNonNull(result);
        }
    }

    /**
     * @param isOwn whether it is a transaction of the store, not of the user
     */
    Tx(Session session, Dialect dialect, boolean isOwn) throws SQLException {
        this(session, dialect, isOwn, false);
    }

    /**
     * @param mayBeRepeated whether an earlier transaction with the same work may have been committed
     */
    Tx(Session session, Dialect dialect, boolean isOwn, boolean mayBeRepeated) throws SQLException {
        this.session = session;
        this.dialect = dialect;
        this.mayBeRepeated = mayBeRepeated;
        this.parameters = new Parameters(dialect, session.connection(), this::now);
        this.now = dialect.begin(this, isOwn);
    }

    /** Returns the database's time at the start of the transaction, in milliseconds since 1970. */
    long now() throws SQLException {
        return now.get();
    }

    /** Returns whether an earlier transaction with the same work may have been committed. */
    boolean mayBeRepeated() {
        return mayBeRepeated;
    }

    /** Returns {@link #now()} as an instant. */
    Instant time() throws SQLException {
        return Instant.ofEpochMilli(now());
    }

    /** Returns whether other processes can use the database, so that rows must be locked. */
    boolean isShared() {
        return dialect.isShared();
    }

    /** Returns whether a statement can take the id of a new message from a sequence. */
    boolean hasSequence() {
        return dialect.hasSequence();
    }

    Later<List<Long>> messageIds(int count) throws SQLException {
        return dialect.messageIds(this, count);
    }

    /** Executes the waiting statements and commits. */
    void commit() throws SQLException {
        if (waiting.isEmpty()) {
            dialect.commit(session.connection());
        } else {
            updateLater("COMMIT");
            executeWaiting();
        }
    }

    /** Executes the waiting statements. */
    void executeWaiting() throws SQLException {
        if (waiting.isEmpty()) {
            return;
        }
        List<Step<?>> steps = List.copyOf(waiting);
        waiting.clear();
        try {
            // A joined text would have to be hashed and compared each time.
            String sql = steps.size() == 1
                    ? steps.get(0).sql : steps.stream().map(step -> step.sql).collect(Collectors.joining("; "));
            PreparedStatement statement = session.statement(sql);
            int index = 1;
            for (Step<?> step : steps) {
                parameters.bind(statement, index, step.parameters);
                index += step.parameters.length;
            }
            statement.execute();
            for (int i = 0; i < steps.size(); i++) {
                if (i > 0) {
                    statement.getMoreResults();
                }
                steps.get(i).read(statement);
            }
        } catch (SQLException e) {
            throw Failures.withoutContent(e);
        }
    }

    private <T> Later<T> later(String sql, ResultReader<T> reader, @Nullable Object[] parameters) throws SQLException {
        Step<T> step = new Step<>(sql, parameters, reader);
        waiting.add(step);
        if (!dialect.combinesStatements()) {
            executeWaiting();
        }
        return step;
    }

    int update(String sql, @Nullable Object... parameters) throws SQLException {
        return updateLater(sql, parameters).get();
    }

    /** Executes a statement that changes rows, with the next one or with the commit. */
    Later<Integer> updateLater(String sql, @Nullable Object... parameters) throws SQLException {
        return later(sql, PreparedStatement::getUpdateCount, parameters);
    }

    /**
     * Executes a statement once for each key, whose last parameters are the key and an <code>IN_LIST</code> of its
     * numbers. Returns the number of changed rows.
     */
    int updateEach(String sql, Map<Long, List<Long>> numbers, @Nullable Object... first) throws SQLException {
        List<Later<Integer>> counts = new ArrayList<>(numbers.size());
        for (Map.Entry<Long, List<Long>> ofKey : numbers.entrySet()) {
            @Nullable
            Object[] values = Arrays.copyOf(first, first.length + 2);
            values[first.length] = ofKey.getKey();
            values[first.length + 1] = Messages.array(ofKey.getValue());
            counts.add(updateLater(sql, values));
        }
        return sum(counts);
    }

    /** Returns how many rows these statements have changed. */
    static int sum(List<Later<Integer>> counts) throws SQLException {
        int sum = 0;
        for (Later<Integer> count : counts) {
            sum += count.get();
        }
        return sum;
    }

    /** Executes a statement once for each list of parameters; returns the row counts that the driver knows. */
    int[] batch(String sql, List<@Nullable Object[]> rows) throws SQLException {
        if (rows.isEmpty()) {
            return new int[0];
        }
        executeWaiting();
        try {
            PreparedStatement statement = session.statement(sql);
            for (@Nullable
            Object[] row : rows) {
                parameters.bind(statement, 1, row);
                statement.addBatch();
            }
            return statement.executeBatch();
        } catch (SQLException e) {
            throw Failures.withoutContent(e);
        }
    }

    /** Writes many rows, with the next statement or with the commit; returns the keys of those that were written. */
    Later<List<Long>> write(Bulk bulk, List<@Nullable Object[]> rows) throws SQLException {
        return rows.isEmpty() ? List::of : bulk.write(this, rows);
    }

    <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... parameters) throws SQLException {
        return queryLater(sql, reader, parameters).get();
    }

    /** Executes a statement that returns rows, with the next one or with the commit. */
    <T> Later<List<T>> queryLater(String sql, RowReader<T> reader, @Nullable Object... parameters) throws SQLException {
        return later(sql, executed -> {
            try (ResultSet rows = executed.getResultSet()) {
                List<T> result = new ArrayList<>();
                while (rows.next()) {
                    result.add(reader.read(rows));
                }
                return result;
            }
        }, parameters);
    }
}
