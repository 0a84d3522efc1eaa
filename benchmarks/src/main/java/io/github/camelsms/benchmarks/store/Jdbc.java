package io.github.camelsms.benchmarks.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

import io.github.camelsms.store.jdbc.JdbcMessageStore;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Stores and connections by the JDBC URL of a SQLite file or PostgreSQL schema.
 */
final class Jdbc {

    static final String SQLITE = "jdbc:sqlite:";

    private Jdbc() {
    }

    /** Returns a store, not started. */
    static JdbcMessageStore store(String url) {
        JdbcMessageStore store = new JdbcMessageStore();
        if (isSqlite(url)) {
            store.setFile(url.substring(SQLITE.length()));
        } else {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl(url);
            store.setDataSource(source);
        }
        return store;
    }

    /** Opens a connection with the settings of a store's connection and without autocommit. */
    static Connection connect(String url) throws SQLException {
        Connection connection = isSqlite(url)
                ? openFile(url) : DriverManager.getConnection(url + "&reWriteBatchedInserts=true");
        connection.setAutoCommit(false);
        return connection;
    }

    /** Returns whether a table has rows, and ends the transaction. */
    static boolean hasRows(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
             ResultSet rows = statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 1")) {
            return rows.next();
        } finally {
            connection.rollback();
        }
    }

    static boolean isSqlite(String url) {
        return url.startsWith(SQLITE);
    }

    private static Connection openFile(String url) throws SQLException {
        Properties properties = new Properties();
        // Flags: read, write, create, no locking of the connection.
        properties.setProperty("open_mode", String.valueOf(0x2 | 0x4 | 0x8000));
        Connection connection = DriverManager.getConnection(url, properties);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 10000");
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("PRAGMA wal_autocheckpoint = 16000");
            statement.execute("PRAGMA cache_size = -16000");
        }
        return connection;
    }
}
