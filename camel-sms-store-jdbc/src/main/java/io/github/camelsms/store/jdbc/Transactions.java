package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions of one thread, one after the other, on a connection that is kept for the next one and replaced after a
 * failure. Other threads may call {@link #close()}, {@link #abort()} and {@link #commits()}.
 */
final class Transactions {

    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);

    private final Dialect dialect;
    private final boolean isReading;
    private final AtomicLong commits = new AtomicLong();
    private volatile boolean isClosed;
    private volatile @Nullable Session session;

    /**
     * @param isReading whether they only read
     */
    Transactions(Dialect dialect, boolean isReading) {
        this.dialect = dialect;
        this.isReading = isReading;
    }

    /** Returns the number of committed transactions. */
    long commits() {
        return commits.get();
    }

    /** Returns whether a connection is kept for the next transaction, which may have died while it was idle. */
    boolean isConnected() {
        return session != null;
    }

    /**
     * Begins a transaction.
     *
     * @param mayBeRepeated whether an earlier transaction with the same work may have been committed
     */
    Tx begin(boolean mayBeRepeated) throws SQLException {
        Session current = session;
        if (current == null) {
            return begin(open(), mayBeRepeated);
        }
        try {
            return begin(current, mayBeRepeated);
        } catch (SQLException e) {
            // The connection may have died while it was idle.
            disconnect();
            return begin(open(), mayBeRepeated);
        }
    }

    private Session open() throws SQLException {
        if (isClosed) {
            throw closed();
        }
        return new Session(dialect.open());
    }

    private Tx begin(Session current, boolean mayBeRepeated) throws SQLException {
        session = current;
        // After the session can be seen by abort(), which follows close().
        if (isClosed) {
            throw closed();
        }
        dialect.begin(current.connection(), isReading);
        return new Tx(current, dialect, true, mayBeRepeated);
    }

    void commit(Tx transaction) throws SQLException {
        transaction.commit();
        commits.incrementAndGet();
    }

    /** Ends a failed transaction. The connection may be the cause, so the next transaction gets another one. */
    void rollback() {
        try {
            Session current = session;
            if (current != null) {
                dialect.rollback(current.connection());
            }
        } catch (SQLException e) {
            LOG.debug("Already rolled back", e);
        }
        disconnect();
    }

    /** Closes the connection, if there is one. */
    void disconnect() {
        Session current = session;
        session = null;
        if (current == null) {
            return;
        }
        try {
            try {
                current.close();
            } finally {
                dialect.close(current.connection());
            }
        } catch (SQLException e) {
            LOG.debug("The connection could not be closed", e);
        }
    }

    /** Lets all later transactions fail. */
    void close() {
        isClosed = true;
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Ends a transaction in progress that the database does not respond to. */
    void abort() {
        Session current = session;
        if (current != null) {
            dialect.abort(current.connection());
        }
    }

    /** Returns the failure of transactions after {@link #close()}. */
    static SQLException closed() {
        return new SQLException("The message store was closed before the database responded", "08006");
    }
}
