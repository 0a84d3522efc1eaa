package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.camelsms.store.SmsStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks of the settings of a PostgreSQL database when the store starts. Stateless.
 */
final class PostgresChecks {

    /** Encodings that can store all texts. SQL_ASCII stores them unchanged. */
    private static final Set<String> ENCODINGS = Set.of("UTF8", "SQL_ASCII");
    private static final Logger LOG = LoggerFactory.getLogger(PostgresChecks.class);
    private static final String ISOLATION = "read committed";

    private PostgresChecks() {
    }

    static void requireEncoding(Connection connection) throws SQLException {
        String encoding = PostgresConnections.value(connection, "SHOW server_encoding");
        if (!ENCODINGS.contains(String.valueOf(encoding))) {
            throw new SmsStoreException(
                    "The database has the encoding " + encoding + ", in which not all texts can be stored, such as those with"
                                        + " emoji. Nothing was stored. Use a database with the encoding UTF8: CREATE DATABASE"
                                        + " ... ENCODING 'UTF8' TEMPLATE template0",
                    false, null);
        }
    }

    /** Two transactions of a higher level would often fail because of each other, instead of waiting. */
    static void requireIsolation(Connection connection) throws SQLException {
        String isolation = PostgresConnections.value(connection, "SHOW transaction_isolation");
        if (!ISOLATION.equals(isolation)) {
            throw new SmsStoreException(
                    "Transactions of the store's DataSource have the isolation level " + isolation
                                        + ", with which calls fail while other nodes write. Nothing was stored. Set the level "
                                        + ISOLATION + ", the default of PostgreSQL, in the connection pool or the JDBC URL,"
                                        + " or give the store a DataSource of its own",
                    false, null);
        }
    }

    /**
     * With a negative threshold, the driver requests binary results for statements that it sends together, and confuses
     * their columns.
     */
    static void requirePrepareThreshold(Connection connection) throws SQLException {
        try {
            Class<?> type = Class.forName("org.postgresql.PGConnection");
            if (connection.isWrapperFor(type)
                    && type.getMethod("getPrepareThreshold").invoke(connection.unwrap(type)) instanceof Integer threshold
                    && threshold < 0) {
                throw new SmsStoreException(
                        "The JDBC URL or the DataSource sets prepareThreshold=" + threshold
                                            + ", with which the PostgreSQL driver cannot execute the store's statements."
                                            + " Nothing was stored. Remove the setting, or give the store a DataSource of its own",
                        false, null);
            }
        } catch (ReflectiveOperationException e) {
            LOG.debug("The connections are not those of the PostgreSQL driver", e);
        }
    }

    /** Otherwise a null in an array is stored as a text, or rejected as a number. */
    static void requireNullsInArrays(Connection connection) throws SQLException {
        if ("off".equals(PostgresConnections.value(connection, "SHOW array_nulls"))) {
            throw new SmsStoreException(
                    "The database has the setting array_nulls=off, with which rows without all values cannot be stored."
                                        + " Nothing was stored. Remove this setting, which PostgreSQL has for old"
                                        + " applications, from the JDBC URL, the database and its role, or give the store a"
                                        + " DataSource of its own",
                    false, null);
        }
    }

    /**
     * Takes as many connections at a time as an open store. Without one of them, calls would fail later that nobody
     * waits for.
     *
     * @param connections of which one was taken
     */
    static void requireConnections(PostgresConnections connections) throws SQLException {
        List<Connection> taken = new ArrayList<>();
        try {
            while (taken.size() < PostgresConnections.NEEDED - 1) {
                taken.add(connections.open());
            }
        } catch (SQLException e) {
            throw new SmsStoreException(
                    "The DataSource of the message store gives " + (taken.size() + 1) + " of the " + PostgresConnections.NEEDED
                                        + " connections that the store needs at a time: " + e.getMessage()
                                        + ". Nothing is stored or sent. Let its connection pool have "
                                        + PostgresConnections.NEEDED
                                        + " connections for the message store (maximumPoolSize), and those that the"
                                        + " application uses",
                    false, e);
        } finally {
            for (Connection connection : taken) {
                connections.close(connection);
            }
        }
    }

    /** Copies of tables and logical replication can leave sequences behind. */
    static void requireNewIds(Connection connection, String schema, String tablePrefix, String tables)
            throws SQLException {
        Map<String, String> sequences = new TreeMap<>(
                Map.of("message", "message_id", "account", "account_id_seq", "block", "block_id_seq"));
        for (Map.Entry<String, String> each : sequences.entrySet()) {
            String table = tablePrefix + each.getKey();
            String sequence = tablePrefix + each.getValue();
            String qualified = (tables + each.getValue()).replace("'", "''");
            String next = PostgresConnections.value(
                    connection, "SELECT last_value FROM (SELECT COALESCE(last_value, 0) AS last_value FROM pg_sequences"
                                + " WHERE schemaname = '" + schema.replace("'", "''") + "' AND sequencename = '" + sequence
                                + "'"
                                + " AND has_sequence_privilege('" + qualified + "', 'USAGE,SELECT')) AS s"
                                + " WHERE last_value < (SELECT MAX(id) FROM " + tables + each.getKey() + ")");
            if (next != null) {
                throw new SmsStoreException(
                        "The sequence " + sequence + " is behind the ids in " + table
                                            + ", probably because the tables were copied or replicated without it. Nothing is"
                                            + " stored or sent. Execute SELECT setval('" + sequence + "', (SELECT MAX(id) FROM "
                                            + table + "))",
                        false, null);
            }
        }
    }
}
