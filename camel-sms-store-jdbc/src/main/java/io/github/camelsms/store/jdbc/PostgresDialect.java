package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dialect of PostgreSQL 14 and later, shared by any number of processes.
 */
final class PostgresDialect implements Dialect {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresDialect.class);
    /** Not the time at which the transaction began, because a pool or the user may have begun it much earlier. */
    private static final String MILLIS = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT";
    /** For a transaction of the user, whose settings remain in force. */
    private static final String NOW = "SELECT " + MILLIS;
    /**
     * Adds settings of the store's own transactions. Each statement has an index, and is planned once for a connection:
     * with the index and in its order, so that a plan that was made for a small table suits a large one. Costs of plans
     * without an index are set so high that they would be compiled. The second timeout ends the transaction of a frozen
     * process, because others wait for its locks.
     */
    private static final String NOW_AND_SETTINGS
            = NOW + set("plan_cache_mode", "force_generic_plan") + set("enable_seqscan", "off")
              + set("enable_bitmapscan", "off")
              + set("enable_hashjoin", "off") + set("enable_mergejoin", "off") + set("jit", "off") + set("lock_timeout", "2s")
              + set("idle_in_transaction_session_timeout", "5s");

    private final ErrorCodes errorCodes = new PostgresErrorCodes();
    private final PostgresConnections connections;
    private final String schema;
    private final String tablePrefix;
    private final String tables;
    private final String nextId;

    /**
     * @param schema schema of the tables
     */
    PostgresDialect(DataSource dataSource, String schema, String tablePrefix) {
        this.connections = new PostgresConnections(dataSource);
        this.schema = schema;
        this.tablePrefix = tablePrefix;
        this.tables = '"' + schema.replace("\"", "\"\"") + "\"." + tablePrefix;
        this.nextId = "nextval('" + tables.replace("'", "''") + "message_id')";
    }

    /** For this transaction only, because the connection may belong to a pool. */
    private static String set(String setting, String value) {
        return ", set_config('" + setting + "', '" + value + "', true)";
    }

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public String schema() {
        return schema;
    }

    @Override
    public String tables() {
        return tables;
    }

    @Override
    public String translate(String sql) {
        return sql.replace("IN_LIST", "= ANY (?)").replace("VALUE_LIST", "unnest(?::text[]) AS list(value)")
                .replace("FOR_UPDATE", "FOR UPDATE").replace("SKIP_LOCKED", "SKIP LOCKED")
                .replace("AFTER_NOW", "(" + MILLIS + " + ?)").replace("NEXT_ID", nextId);
    }

    /** The server adds the time, so that the statement does not wait for it. */
    @Override
    public void bindAfterNow(PreparedStatement statement, int index, long millis, Later<Long> now) throws SQLException {
        statement.setLong(index, millis);
    }

    @Override
    public void bindNumbers(PreparedStatement statement, int index, long[] numbers) throws SQLException {
        Object[] values = Arrays.stream(numbers).boxed().toArray();
        statement.setArray(index, statement.getConnection().createArrayOf("bigint", values));
    }

    @Override
    public void bindTexts(PreparedStatement statement, int index, List<String> texts) throws SQLException {
        statement.setArray(index, statement.getConnection().createArrayOf("text", texts.toArray()));
    }

    @Override
    public Bulk insert(String table, Columns columns, String onConflict) {
        return ArrayBulk.insert(table, columns, onConflict);
    }

    @Override
    public Bulk insert(String table, Columns columns, String onConflict, String also) {
        return ArrayBulk.insert(table, columns, onConflict, also);
    }

    @Override
    public Bulk update(String table, Columns columns) {
        return ArrayBulk.update(table, columns);
    }

    @Override
    public Connection open() throws SQLException {
        return connections.open();
    }

    @Override
    public void close(Connection connection) throws SQLException {
        connections.close(connection);
    }

    @Override
    public void begin(Connection connection, boolean isReading) {
        // The first statement begins a transaction.
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        connection.commit();
    }

    @Override
    public void rollback(Connection connection) throws SQLException {
        connection.rollback();
    }

    @Override
    public void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("The connection could not be aborted", e);
        }
    }

    @Override
    public Later<Long> begin(Tx transaction, boolean isOwn) throws SQLException {
        Later<List<Long>> now = transaction.queryLater(isOwn ? NOW_AND_SETTINGS : NOW, row -> row.getLong(1));
        return () -> now.get().get(0);
    }

    @Override
    public Later<List<Long>> messageIds(Tx transaction, int count) throws SQLException {
        return transaction.queryLater("SELECT " + nextId + " FROM generate_series(1, ?)", row -> row.getLong(1), count);
    }

    @Override
    public boolean hasSequence() {
        return true;
    }

    @Override
    public void requireSupported(Connection connection) throws SQLException {
        PostgresChecks.requireEncoding(connection);
        PostgresChecks.requireIsolation(connection);
        PostgresChecks.requirePrepareThreshold(connection);
        PostgresChecks.requireNullsInArrays(connection);
        PostgresChecks.requireConnections(connections);
    }

    @Override
    public void requireRights(Connection connection) throws SQLException {
        PostgresRights.require(connection, tables);
    }

    @Override
    public void requireNewIds(Connection connection) throws SQLException {
        PostgresChecks.requireNewIds(connection, schema, tablePrefix, tables);
    }

    @Override
    public @Nullable String otherSchemaOf(Connection connection, String table) throws SQLException {
        String found = PostgresConnections.value(connection,
                "SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                                                             + " WHERE c.oid = to_regclass('" + table + "')");
        return schema.equals(found) ? null : found;
    }

    @Override
    public void forgetErased() {
        // Only the administrator of the server can do that.
    }

    @Override
    public void lockSchema(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(hashtext('" + tablePrefix + "schema'))");
        }
    }

    @Override
    public ErrorCodes errorCodes() {
        return errorCodes;
    }

    /** The driver sends them together, and the server skips the rest after a failure. */
    @Override
    public boolean combinesStatements() {
        return true;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public Connection join() throws SQLException {
        return connections.join();
    }

    @Override
    public void close() {
        // The connections belong to the DataSource.
    }
}
