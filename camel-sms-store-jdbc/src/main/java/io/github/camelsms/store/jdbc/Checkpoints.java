package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thread that writes committed pages from SQLite's write-ahead log to the database file, so that commits do not wait
 * for it.
 */
final class Checkpoints {

    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);
    private static final long INTERVAL_SECONDS = 1;

    private final Dialect dialect;
    private final Thread thread = new Thread(this::work, "sms-store-checkpoint");
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile boolean isAnyCommitted;

    Checkpoints(Dialect dialect) {
        this.dialect = dialect;
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Records that the log may have grown. */
    void committed() {
        isAnyCommitted = true;
    }

    private void work() {
        Persistent.repeat(
                () -> closing.getCount() > 0, this::checkpointIfNeeded,
                failure -> LOG.debug("The checkpoint of the message store's log failed and will be repeated", failure));
    }

    private void checkpointIfNeeded() throws InterruptedException, SQLException {
        if (!closing.await(INTERVAL_SECONDS, TimeUnit.SECONDS) && isAnyCommitted) {
            isAnyCommitted = false;
            checkpoint();
        }
    }

    /** If this fails, the log grows until the next checkpoint, which a commit may run automatically. */
    private void checkpoint() throws SQLException {
        Connection connection = dialect.open();
        try (Statement statement = connection.createStatement()) {
            // PASSIVE neither waits for readers and writers, nor blocks them.
            statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
        } finally {
            dialect.close(connection);
        }
    }

    /**
     * Writes all pages back, and truncates the log, which has old copies of them. Waits for other transactions.
     *
     * @throws SQLException if it fails, or other transactions last too long
     */
    void truncate() throws SQLException {
        Connection connection = dialect.open();
        try (Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
            if (!row.next() || row.getInt(1) != 0) {
                throw new SQLException("other transactions use the log");
            }
        } finally {
            dialect.close(connection);
        }
    }

    void close() {
        closing.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
