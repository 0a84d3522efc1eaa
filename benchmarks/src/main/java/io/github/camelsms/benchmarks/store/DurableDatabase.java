package io.github.camelsms.benchmarks.store;

import java.sql.Connection;
import java.sql.SQLException;

import io.github.camelsms.store.jdbc.JdbcMessageStore;

/**
 * A database whose commits are on disk when they return. Each name stands for tables of its own, which are empty at
 * first.
 */
public interface DurableDatabase extends AutoCloseable {

    /** Name in the rows of a table. */
    String name();

    /** Returns the JDBC address of the tables of this name. */
    String url(String name);

    /** Returns a store on the tables of this name, which is not started. */
    JdbcMessageStore store(String name);

    /**
     * Opens a connection to the tables of this name, with the settings of a store's connection and without autocommit.
     */
    Connection connect(String name) throws SQLException;

    /** Stops the database and removes its tables. */
    @Override
    void close() throws Exception;
}
