package io.github.camelsms.benchmarks.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import io.github.camelsms.store.jdbc.JdbcMessageStore;
import io.github.camelsms.store.jdbc.SchemaInitialization;

/**
 * A database with durable commits. Each name has its own, initially empty tables.
 */
public interface DurableDatabase extends AutoCloseable {

    /** Returns the name in the rows of a table. */
    String name();

    /** Returns the JDBC URL for the tables of this name. */
    String url(String name);

    /** Returns a store on the tables of this name, not started. */
    default JdbcMessageStore store(String name) {
        JdbcMessageStore store = Jdbc.store(url(name));
        store.setInitializeSchema(SchemaInitialization.ALWAYS);
        return store;
    }

    /**
     * Opens a connection to the tables of this name, with the settings of a store's connection and without autocommit.
     */
    default Connection connect(String name) throws SQLException {
        return Jdbc.connect(url(name));
    }

    /** Executes statements on the tables of this name, each with its own commit. */
    default void execute(String name, String... statements) throws SQLException {
        try (Connection connection = connect(name); Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Stops the database and removes its tables. */
    @Override
    void close() throws Exception;
}
