package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server with durable settings for all tests, and a schema with its own clock for each.
 */
final class Postgres {

    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static final EmbeddedPostgres SERVER = start();

    final String schema = "test" + SCHEMAS.incrementAndGet();
    final PGSimpleDataSource dataSource = Samples.dataSource(url());

    Postgres() {
        execute(
                "CREATE SCHEMA " + schema, "CREATE TABLE test_clock (shift INTERVAL NOT NULL, stopped_at TIMESTAMPTZ)",
                "INSERT INTO test_clock VALUES (INTERVAL '0', NULL)",
                "CREATE FUNCTION clock_timestamp() RETURNS TIMESTAMPTZ LANGUAGE SQL VOLATILE AS $$ SELECT"
                                                                      + " coalesce(stopped_at, pg_catalog.clock_timestamp()) + shift FROM "
                                                                      + schema + ".test_clock $$");
    }

    private static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.builder().setServerConfig("fsync", "on").setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on").start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The schema precedes the catalog, so that its clock function is found first. */
    String url() {
        return SERVER.getJdbcUrl("postgres", "postgres") + "&options=-c%20search_path=" + schema + ",pg_catalog";
    }

    /** Stops the clock of the schema; only {@link #advance(Duration)} moves it. */
    void stopClock() {
        execute("UPDATE test_clock SET stopped_at = date_trunc('milliseconds', pg_catalog.clock_timestamp())");
    }

    void advance(Duration duration) {
        execute("UPDATE test_clock SET shift = shift + INTERVAL '" + duration.toMillis() / 1000.0 + " seconds'");
    }

    /** Deletes all rows of a store. */
    void clear() {
        execute(
                "DELETE FROM sms_node; DELETE FROM sms_account; DELETE FROM sms_message; DELETE FROM sms_waiting;"
                + " DELETE FROM sms_request; DELETE FROM sms_result; DELETE FROM sms_block; DELETE FROM sms_status; DELETE FROM sms_opt_out");
    }

    void execute(String... statements) {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Terminates all other connections, like a failover. */
    void terminateConnections() {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                + " AND backend_type = 'client backend'");
    }

    boolean isAnyWaitingForALock() throws SQLException {
        return isAnyActive("cardinality(pg_blocking_pids(pid)) > 0");
    }

    /** Returns whether a connection meets a condition of <code>pg_stat_activity</code>. */
    boolean isAnyActive(String condition) throws SQLException {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM pg_stat_activity WHERE " + condition)) {
            row.next();
            return row.getInt(1) > 0;
        }
    }

    /**
     * Creates a role that has the rights on the page about the message store, and no others. The tables must exist.
     *
     * @return a data source of this role
     */
    PGSimpleDataSource restricted() {
        String role = "app_" + schema;
        execute("CREATE ROLE " + role + " LOGIN", "GRANT SELECT ON test_clock TO " + role);
        try {
            execute(Files.readString(Path.of("src/test/resources/docs/postgresql-rights.sql"))
                    .replace("SCHEMA public", "SCHEMA " + schema).replace("sms_app", role));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        PGSimpleDataSource restricted = Samples.dataSource(url());
        restricted.setUser(role);
        return restricted;
    }

    JdbcMessageStore store() {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setDataSource(dataSource);
        store.setInitializeSchema(SchemaInitialization.ALWAYS);
        return store;
    }
}
