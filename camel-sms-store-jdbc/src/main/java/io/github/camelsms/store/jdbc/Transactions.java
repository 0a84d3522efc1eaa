package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions of one thread, which execute jobs one after the other, on a connection that is kept for the next one and
 * replaced after a failure. Other threads may call {@link #close()}, {@link #abort()} and {@link #commits()}.
 */
final class Transactions {

    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);
    private static final int MAX_ATTEMPTS = 3;

    private final Dialect dialect;
    private final ErrorCodes errorCodes;
    private final boolean isReading;
    private final FailureLog failures;
    private final AtomicLong commits = new AtomicLong();
    private volatile boolean isClosed;
    private volatile @Nullable Session session;

    /**
     * @param isReading whether they only read
     */
    Transactions(Dialect dialect, boolean isReading, FailureLog failures) {
        this.failures = failures;
        this.dialect = dialect;
        this.errorCodes = dialect.errorCodes();
        this.isReading = isReading;
    }

    /** Returns the number of committed transactions. */
    long commits() {
        return commits.get();
    }

    /**
     * Executes jobs in one transaction. If it fails, each job is repeated in a separate one, so that a failure does not
     * affect other callers.
     *
     * @param group may be reordered
     */
    void execute(List<Job<?>> group) {
        if (group.size() > 1 && !isReading && executeTogether(group)) {
            return;
        }
        SQLException unreachable = null;
        for (Job<?> job : group) {
            if (unreachable == null) {
                unreachable = runAlone(job);
            } else {
                fail(job, unreachable);
            }
        }
    }

    /** Executes jobs in one transaction. Returns false if it failed, so that each job must be repeated. */
    private boolean executeTogether(List<Job<?>> group) {
        // All nodes lock accounts in this order. The calls for one account stay in theirs.
        group.sort(Comparator.comparing(job -> job.account));
        boolean isReused = isConnected();
        boolean isCommitting = false;
        try {
            Tx transaction = begin(false);
            for (Job<?> job : group) {
                job.run(transaction);
            }
            isCommitting = true;
            commit(transaction);
            group.forEach(Job::succeed);
            return true;
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A group of {} calls failed; each is repeated in a separate transaction", group.size(), e);
            SQLException failure = e instanceof SQLException known ? known : new SQLException(e);
            rollback(failure);
            if (isReused && !isCommitting && errorCodes.isDisconnected(failure)) {
                // The connection may have died while it was idle.
                return executeTogether(group);
            }
            boolean isUncertain = isCommitting && !errorCodes.isRolledBack(failure);
            for (Job<?> job : group) {
                job.isUncertain = isUncertain;
            }
            return false;
        }
    }

    /** Executes a job in a separate transaction. Returns why the database cannot be reached, or null if it can. */
    private @Nullable SQLException runAlone(Job<?> job) {
        for (int attempt = 1;; attempt++) {
            boolean isReused = isConnected();
            Tx transaction;
            try {
                transaction = begin(job.isUncertain);
            } catch (SQLException e) {
                disconnect();
                fail(job, e);
                return e;
            }
            boolean isCommitting = false;
            try {
                job.run(transaction);
                isCommitting = true;
                commit(transaction);
                job.succeed();
                return null;
            } catch (SQLException e) {
                rollback(e);
                boolean isUncertain = isCommitting && !errorCodes.isRolledBack(e);
                job.isUncertain |= isUncertain;
                boolean isBlocked = job.isIntake && errorCodes.dependsOnMessages(e);
                // The connection may have died while it was idle.
                boolean isRepeated
                        = isUncertain || errorCodes.isTransient(e) && !isBlocked || errorCodes.isStale(e)
                                || isReused && errorCodes.isDisconnected(e);
                if (attempt == MAX_ATTEMPTS || !isRepeated) {
                    fail(job, e);
                    return errorCodes.isDisconnected(e) ? e : null;
                }
                LOG.debug("Attempt {} failed", attempt, e);
            } catch (RuntimeException e) {
                rollback(new SQLException(e));
                SmsStoreException failure = e instanceof SmsStoreException known
                        ? known
                        : new SmsStoreException("An internal error occurred in the message store: " + e, job.isUncertain, e);
                report(job, failure.dependsOnMessages(), String.valueOf(failure.getMessage()));
                job.fail(failure);
                return null;
            }
        }
    }

    private void fail(Job<?> job, SQLException cause) {
        report(job, errorCodes.dependsOnMessages(cause), errorCodes.explain(cause));
        job.fail(failure(cause, job.isUncertain));
    }

    /** Logs a failure, unless it is about messages that only their caller knows, or follows from {@link #close()}. */
    private void report(Job<?> job, boolean dependsOnMessages, String reason) {
        if (!isClosed && !(job.isIntake && dependsOnMessages)) {
            failures.failed(reason);
        }
    }

    /** Returns the failure of a job, with its meaning. */
    SmsStoreException failure(SQLException cause, boolean isUncertain) {
        String meaning = isUncertain
                ? "It is not known whether the call was committed; repeating it is safe"
                : "Nothing of the call was stored; repeat it later";
        return new SmsStoreException(
                "The message store failed: " + errorCodes.explain(cause) + ". " + meaning, isUncertain,
                errorCodes.dependsOnMessages(cause), cause);
    }

    /** Returns whether a connection is kept for the next transaction, which may have died while it was idle. */
    private boolean isConnected() {
        return session != null;
    }

    /**
     * Begins a transaction.
     *
     * @param mayBeRepeated whether an earlier transaction with the same work may have been committed
     */
    private Tx begin(boolean mayBeRepeated) throws SQLException {
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

    private void commit(Tx transaction) throws SQLException {
        transaction.commit();
        commits.incrementAndGet();
    }

    /** Ends a failed transaction. The connection may be the cause, so the next transaction gets another one. */
    private void rollback(SQLException failure) {
        try {
            Session current = session;
            if (current != null && errorCodes.isStale(failure)) {
                dialect.abort(current.connection());
            } else if (current != null) {
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
