package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.LongStream;

import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;

/**
 * Dialect of SQLite in a file that belongs to one process. Commits are durable when they return: write-ahead log with
 * <code>synchronous=FULL</code>.
 */
final class SqliteDialect implements Dialect {

    private static final int OPEN_READ_WRITE = 0x2;
    /** Each connection is used by one thread at a time, so SQLite does not have to lock it. */
    private static final int OPEN_NO_MUTEX = 0x8000;

    private final StoreFile file;
    private final ErrorCodes errorCodes;
    private final InstantSource clock;
    private final List<String> pragmas;
    private final String tablePrefix;
    private final Checkpoints checkpoints = new Checkpoints(this);
    private long lastId = -1;

    /**
     * Locks the file.
     *
     * @param  pragmas           additional settings of each connection
     * @throws SmsStoreException if another process uses it, or it cannot be created
     */
    SqliteDialect(Path file, String tablePrefix, InstantSource clock, List<String> pragmas) {
        this.file = new StoreFile(file);
        this.errorCodes = new SqliteErrorCodes(this.file);
        this.clock = clock;
        this.pragmas = pragmas;
        this.tablePrefix = tablePrefix;
        this.checkpoints.start();
    }

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public @Nullable String schema() {
        return null;
    }

    @Override
    public String tables() {
        return tablePrefix;
    }

    @Override
    public String translate(String sql) {
        return sql.replace("IN_LIST", "IN (SELECT value FROM json_each(?))").replace("VALUE_LIST", "json_each(?)")
                .replace("FOR_UPDATE OF m", "")
                .replace("FOR_UPDATE", "")
                .replace("SKIP_LOCKED", "").replace("AFTER_NOW", "?");
    }

    @Override
    public void bindAfterNow(PreparedStatement statement, int index, long millis, Later<Long> now) throws SQLException {
        statement.setLong(index, now.get() + millis);
    }

    @Override
    public void bindNumbers(PreparedStatement statement, int index, long[] numbers) throws SQLException {
        statement.setString(index, Arrays.toString(numbers));
    }

    @Override
    public void bindTexts(PreparedStatement statement, int index, List<String> texts) throws SQLException {
        statement.setString(index, Json.write(texts));
    }

    @Override
    public Bulk insert(String table, Columns columns, String onConflict) {
        String existing = translate("SELECT " + columns.key() + " FROM " + table + " WHERE " + columns.key() + " IN_LIST");
        return ValuesBulk.insert(table, columns, onConflict, existing);
    }

    @Override
    public Bulk insert(String table, Columns columns, String onConflict, String also) {
        ByIds others = new ByIds(this::translate, also.replace("STORED", table) + " AND", columns.key());
        Bulk insert = insert(table, columns, onConflict);
        return (transaction, rows) -> {
            Later<List<Long>> written = insert.write(transaction, rows);
            others.update(transaction, written.get().stream().sorted().toList());
            return written;
        };
    }

    @Override
    public Bulk update(String table, Columns columns) {
        return ValuesBulk.update(table, columns);
    }

    @Override
    public Connection open() throws SQLException {
        file.requireUnchanged();
        Connection connection = JDBC.createConnection("jdbc:sqlite:" + file, properties());
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 10000");
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            // Overwrites erased and removed content.
            statement.execute("PRAGMA secure_delete = ON");
            statement.execute("PRAGMA journal_size_limit = 67108864");
            // In pages of 4 kB. Takes effect only if the log grows although it is continuously written back.
            statement.execute("PRAGMA wal_autocheckpoint = 16000");
            statement.execute("PRAGMA cache_size = -16000");
            for (String pragma : pragmas) {
                statement.execute(pragma);
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("open_mode", String.valueOf(OPEN_READ_WRITE | OPEN_NO_MUTEX));
        // Otherwise the driver asks for the last id after each insert.
        properties.setProperty("jdbc.get_generated_keys", "false");
        return properties;
    }

    @Override
    public void close(Connection connection) throws SQLException {
        connection.close();
    }

    @Override
    public void begin(Connection connection, boolean isReading) throws SQLException {
        file.requireUnchanged();
        execute(connection, isReading ? "BEGIN" : "BEGIN IMMEDIATE");
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        execute(connection, "COMMIT");
        checkpoints.committed();
    }

    @Override
    public void rollback(Connection connection) throws SQLException {
        execute(connection, "ROLLBACK");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void abort(Connection connection) {
        // There is no server: statements end by themselves.
    }

    @Override
    public Later<Long> begin(Tx transaction, boolean isOwn) {
        long now = clock.millis();
        return () -> now;
    }

    /** Counts up from the largest id, because no other process stores messages. */
    @Override
    public synchronized Later<List<Long>> messageIds(Tx transaction, int count) throws SQLException {
        if (lastId < 0) {
            lastId = transaction.query("SELECT COALESCE(MAX(id), 0) FROM " + tablePrefix + "message", row -> row.getLong(1))
                    .get(0);
        }
        List<Long> ids = LongStream.rangeClosed(lastId + 1, lastId + count).boxed().toList();
        lastId += count;
        return () -> ids;
    }

    @Override
    public boolean hasSequence() {
        return false;
    }

    @Override
    public void requireSupported(Connection connection) {
        // SQLite has no other encodings than those of Unicode, and executes transactions one after the other.
    }

    @Override
    public void forgetErased() throws SQLException {
        checkpoints.truncate();
    }

    @Override
    public void requireRights(Connection connection) {
        // Who can open the file can do everything.
    }

    @Override
    public void requireNewIds(Connection connection) {
        // Ids follow the largest one.
    }

    @Override
    public @Nullable String otherSchemaOf(Connection connection, String table) {
        return null;
    }

    @Override
    public void lockSchema(Connection connection) {
        // BEGIN IMMEDIATE has locked the whole file.
    }

    @Override
    public ErrorCodes errorCodes() {
        return errorCodes;
    }

    @Override
    public boolean combinesStatements() {
        return false;
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public Connection join() {
        throw new SmsStoreException(
                "A message store in a file cannot take part in a transaction; nothing was stored. Set"
                                    + " joinTransaction=false, or give the store the DataSource of the transactions",
                false, null);
    }

    @Override
    public void close() {
        checkpoints.close();
        file.close();
    }
}
