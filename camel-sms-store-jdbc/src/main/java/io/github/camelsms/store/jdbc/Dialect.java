package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Database-specific SQL and behavior.
 */
interface Dialect {

    /** Returns the directory of the schema scripts, in the package of this class. */
    String name();

    /**
     * Translates the placeholders in a statement: <code>IN_LIST</code> stands for a list of numbers or texts in one
     * parameter; <code>VALUE_LIST</code> for a table with such a list of texts in its column <code>value</code>;
     * <code>FOR_UPDATE</code> and <code>SKIP_LOCKED</code> apply to databases with row locks; <code>AFTER_NOW</code>
     * stands for the time of a {@link Parameters.AfterNow}; <code>NEXT_ID</code> for the id of a new message if there
     * {@linkplain #hasSequence() is a sequence}.
     */
    String translate(String sql);

    /** Returns the schema of the tables, or null if the database has no schemas. */
    @Nullable
    String schema();

    /**
     * Returns the prefix of the names of tables in statements. It begins with their schema if the database has schemas,
     * so that they stay the same if other connections have another search path.
     */
    String tables();

    /** Binds the parameter of an <code>IN_LIST</code>. */
    void bindNumbers(PreparedStatement statement, int index, long[] numbers) throws SQLException;

    /**
     * Binds the parameter of an <code>AFTER_NOW</code>.
     *
     * @param millis duration
     * @param now    time of the transaction
     */
    void bindAfterNow(PreparedStatement statement, int index, long millis, Later<Long> now) throws SQLException;

    /** Binds the parameter of an <code>IN_LIST</code> or a <code>VALUE_LIST</code>. */
    void bindTexts(PreparedStatement statement, int index, List<String> texts) throws SQLException;

    /**
     * Creates a bulk insert.
     *
     * @param onConflict clause for rows that already exist, or an empty text
     */
    Bulk insert(String table, Columns columns, String onConflict);

    /**
     * Creates a bulk insert that also inserts rows into another table.
     *
     * @param also statement that inserts the other rows and ends with a condition, in which <code>STORED</code> stands
     *             for the new rows
     */
    Bulk insert(String table, Columns columns, String onConflict, String also);

    /** Creates a bulk update. The first column identifies a row. */
    Bulk update(String table, Columns columns);

    /** Opens a connection that only the store uses. */
    Connection open() throws SQLException;

    /**
     * Closes a connection of the store, or returns it in its original state. No transaction may be in progress on it.
     */
    void close(Connection connection) throws SQLException;

    /**
     * Begins a transaction on a connection of the store.
     *
     * @param isReading whether it only reads and therefore does not wait for writers
     */
    void begin(Connection connection, boolean isReading) throws SQLException;

    void commit(Connection connection) throws SQLException;

    void rollback(Connection connection) throws SQLException;

    /** Ends a connection to a server that another thread waits for. */
    void abort(Connection connection);

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
     * Returns the database's time in milliseconds since 1970, and limits how long the rest of a transaction of the
     * store waits for locks. Called before all other statements of a transaction.
     *
     * @param isOwn whether the transaction is the store's own
     */
    Later<Long> begin(Tx transaction, boolean isOwn) throws SQLException;

    /**
     * Returns new message ids, higher than those of all stored messages. They are not returned again while the store is
     * open, even if the transaction is rolled back.
     */
    Later<List<Long>> messageIds(Tx transaction, int count) throws SQLException;

    /** Returns whether a statement can take the id of a new message from a sequence, which saves a round trip. */
    boolean hasSequence();

    /**
     * Checks that a database can store all texts, and that its transactions have the required isolation.
     *
     * @throws io.github.camelsms.store.SmsStoreException if not
     */
    void requireSupported(Connection connection) throws SQLException;

    /**
     * Checks that the user of a connection may execute the store's statements.
     *
     * @throws io.github.camelsms.store.SmsStoreException if not
     */
    void requireRights(Connection connection) throws SQLException;

    /**
     * Checks that the tables do not contain the next ids yet.
     *
     * @throws io.github.camelsms.store.SmsStoreException if they do
     */
    void requireNewIds(Connection connection) throws SQLException;

    /**
     * Returns another schema of the search path in which a connection finds a table that the store's schema lacks, or
     * null if there is none, or if the database has no schemas.
     */
    @Nullable
    String otherSchemaOf(Connection connection, String table) throws SQLException;

    /** Prevents other processes from creating the schema until the transaction ends. */
    void lockSchema(Connection connection) throws SQLException;

    /** Removes copies of erased content from the log of a database that belongs to this process. */
    void forgetErased() throws SQLException;

    /** Returns the meaning of the exceptions that the driver throws. */
    ErrorCodes errorCodes();

    /**
     * Returns whether several statements can be executed together, separated by semicolons, to save round trips. After
     * a failed statement, the following ones, and a <code>COMMIT</code> among them, must not be executed.
     */
    boolean combinesStatements();

    /**
     * Returns whether other processes can use the database. Their transactions may then block intake, which therefore
     * has a separate writer.
     */
    boolean isShared();

    /** Returns the connection of the calling thread's transaction. */
    Connection join() throws SQLException;

    /** Releases all resources except connections. */
    void close();
}
