package io.github.camelsms.benchmarks.store;

import java.sql.Connection;
import java.sql.SQLException;

import io.github.camelsms.store.jdbc.JdbcMessageStore;

/**
 * A database with durable commits. Each name has its own, initially empty tables.
 */
public interface DurableDatabase extends AutoCloseable {

    /** Returns the name in the rows of a table. */
    String name();

    /** Returns the JDBC URL for the tables of this name. */
    String url(String name);

    /** Returns a store on the tables of this name, not started. */
    JdbcMessageStore store(String name);

    /**
     * Opens a connection to the tables of this name, with the settings of a store's connection and without autocommit.
     */
    Connection connect(String name) throws SQLException;

    /** Stops the database and removes its tables. */
    @Override
    void close() throws Exception;
}
