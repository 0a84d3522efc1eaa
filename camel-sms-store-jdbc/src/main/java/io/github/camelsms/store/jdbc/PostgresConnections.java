package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;

import javax.sql.DataSource;

import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a <code>DataSource</code> of PostgreSQL, which may be a pool and may return the connection of the
 * calling thread's transaction. Thread-safe.
 */
final class PostgresConnections {

    /** Two writers, a reader, and a listener for notifications. */
    static final int NEEDED = 4;
    /** After this time without a response, the connection is considered lost. */
    private static final int NETWORK_TIMEOUT_MILLIS = 30_000;
    private static final String UNREACHABLE = "08001";
    private static final String SESSION = "SELECT pg_backend_pid()";

    private final DataSource dataSource;
    private final Map<Connection, Original> originals = Collections.synchronizedMap(new IdentityHashMap<>());
    /** Whether connections have autocommit off outside transactions, as in pools that are set up so. */
    private volatile boolean isAutoCommitOff;

    /** State of a connection before the store used it. */
    private record Original(boolean isAutoCommit, int networkTimeout) {
    }

    PostgresConnections(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Gets a connection.
     *
     * @throws SQLException also if the <code>DataSource</code> throws another exception, like a pool that cannot open
     *                      its first connection
     */
    static Connection connect(DataSource dataSource) throws SQLException {
        try {
            return dataSource.getConnection();
        } catch (RuntimeException e) {
            throw new SQLException(e.getMessage(), UNREACHABLE, e);
        }
    }

    /** Opens a connection that only the store uses. */
    Connection open() throws SQLException {
        Connection connection = connect(dataSource);
        try {
            Original original = new Original(connection.getAutoCommit(), connection.getNetworkTimeout());
            originals.put(connection, original);
            if (!original.isAutoCommit()) {
                isAutoCommitOff = true;
            }
            connection.setAutoCommit(false);
            connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
            return connection;
        } catch (SQLException e) {
            close(connection);
            throw e;
        }
    }

    /** Returns a connection in its original state, because it may belong to a pool. */
    void close(Connection connection) throws SQLException {
        Original original = originals.remove(connection);
        try (connection) {
            if (!connection.isClosed()) {
                // Enabling autocommit would commit an unfinished transaction.
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
                if (original != null) {
                    connection.setAutoCommit(original.isAutoCommit());
                    connection.setNetworkTimeout(Runnable::run, original.networkTimeout());
                }
            }
        }
    }

    /** Returns the connection of the calling thread's transaction. */
    Connection join() throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            if (isOfTransaction(connection)) {
                return connection;
            }
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
        connection.close();
        throw new SmsStoreException(
                "There is no transaction to store the messages in; nothing was stored. Call in a transaction of the"
                                    + " store's DataSource (with Spring: a TransactionAwareDataSourceProxy as the"
                                    + " store's DataSource), or set joinTransaction=false",
                false, null);
    }

    /**
     * Returns whether a connection belongs to the calling thread's transaction. If connections also have autocommit off
     * outside transactions, a second one must have the same session, because a transaction has only one.
     */
    private boolean isOfTransaction(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            return false;
        }
        if (!isAutoCommitOff) {
            return true;
        }
        String session = value(connection, SESSION);
        try (Connection second = dataSource.getConnection()) {
            boolean isSame = Objects.equals(session, value(second, SESSION));
            if (!isSame) {
                second.rollback();
                connection.rollback();
            }
            return isSame;
        }
    }

    /** Returns the first value of a query, or null if it has no row. */
    static @Nullable String value(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : null;
        }
    }
}
