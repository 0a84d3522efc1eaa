package io.github.camelsms.benchmarks.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

import io.github.camelsms.store.jdbc.JdbcMessageStore;

/**
 * SQLite with a file per name.
 */
record SqliteFiles(Path folder) implements DurableDatabase {

    @Override
    public String name() {
        return "SQLite";
    }

    @Override
    public String url(String name) {
        return "jdbc:sqlite:" + file(name);
    }

    private String file(String name) {
        return folder.resolve(name + ".db").toString();
    }

    @Override
    public JdbcMessageStore store(String name) {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setFile(file(name));
        return store;
    }

    @Override
    public Connection connect(String name) throws SQLException {
        return open(url(name));
    }

    /** Opens a connection with the settings of a store's connection and without autocommit. */
    static Connection open(String url) throws SQLException {
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
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public void close() {
        // The files are removed with their directory.
    }
}
