package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * What differs between databases. Everything else is the same SQL.
 */
interface Dialect {

    /** The folder of the schema scripts, beside this class. */
    String name();

    /**
     * Translates the marks in a statement: <code>IN_LIST</code> for a list of numbers or texts as one parameter,
     * <code>FOR_UPDATE</code> and <code>SKIP_LOCKED</code> where rows are locked one by one.
     */
    String translate(String sql);

    /** Binds the parameter of an <code>IN_LIST</code>. */
    void bindNumbers(PreparedStatement statement, int index, long[] numbers) throws SQLException;

    /** Binds the parameter of an <code>IN_LIST</code>. */
    void bindTexts(PreparedStatement statement, int index, List<String> texts) throws SQLException;

    /**
     * Makes a statement that inserts rows.
     *
     * @param onConflict what happens to rows that are there, or an empty text
     */
    Bulk insert(String table, Columns columns, String onConflict);

    /** Makes a statement that changes rows, each found by the first column. */
    Bulk update(String table, Columns columns);

    /** Opens a connection for the store alone. */
    Connection open() throws SQLException;

    /** Closes a connection of the store, or gives it back as it was. No transaction is in progress on it. */
    void close(Connection connection) throws SQLException;

    /**
     * Begins a transaction on a connection of the store.
     *
     * @param isReading whether it only reads, and so waits for no writer
     */
    void begin(Connection connection, boolean isReading) throws SQLException;

    void commit(Connection connection) throws SQLException;

    void rollback(Connection connection) throws SQLException;

    /** Executes statements in a transaction on a connection of the store; rolls it back if they fail. */
    default <T> T transact(Connection connection, boolean isReading, Statements<T> statements) throws SQLException {
        begin(connection, isReading);
        try {
            T result = statements.execute();
            commit(connection);
            return result;
        } catch (SQLException | RuntimeException e) {
            rollback(connection);
            throw e;
        }
    }

    /**
     * Returns the database's time in milliseconds since 1970, and bounds how long the rest of a transaction of the
     * store waits for locks.
     *
     * @param isOwn whether the transaction is the store's own
     */
    long now(Session session, boolean isOwn) throws SQLException;

    /**
     * Returns new message numbers, higher than all before. They are never returned again, whatever the transaction
     * does.
     */
    long[] messageIds(Session session, int count) throws SQLException;

    /** Keeps other processes from creating the schema at the same time, until the transaction ends. */
    void lockSchema(Connection connection) throws SQLException;

    /** Returns whether a failed transaction can succeed if it is repeated at once. */
    boolean isTransient(SQLException failure);

    /** Says what happened, for a person who has to mend it. */
    String explain(SQLException failure);

    /**
     * Returns whether other processes use the database, too. Then one of their transactions can hold up intake, which
     * has a writer of its own for this reason.
     */
    boolean isShared();

    /** Returns a connection that belongs to the transaction of the calling thread. */
    Connection join() throws SQLException;

    /** Releases what the store holds beside its connections. */
    void close();
}
