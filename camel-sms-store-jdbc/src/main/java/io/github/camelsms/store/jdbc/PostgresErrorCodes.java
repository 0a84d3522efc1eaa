package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * SQLSTATEs of PostgreSQL.
 */
final class PostgresErrorCodes implements ErrorCodes {

    private static final String LOCKED = "55P03";
    /** Serialization failure, deadlock, lock not available. */
    private static final Set<String> TRANSIENT = Set.of("40001", "40P01", LOCKED);
    /** Classes of failures: invalid value, value too large. */
    private static final Set<String> UNSTORABLE = Set.of("22", "54");
    private static final String IDLE_IN_TRANSACTION = "25P03";
    /** A prepared statement exists already, or does not exist. */
    private static final Set<String> STATEMENT_MISMATCH = Set.of("42P05", "26000");
    /** No unique index has the columns that <code>ON CONFLICT</code> names. */
    private static final String NO_UNIQUE_INDEX = "42P10";
    private static final String DISK_FULL = "53100";
    private static final String NO_RIGHT = "42501";
    private static final String READ_ONLY = "25006";
    /** Remedy for the exception of a connection pool, which has no SQLSTATE. */
    private static final String NO_FREE_CONNECTION
            = ": the connection pool needs four connections for the message store, and those that the application uses";

    @Override
    public boolean isTransient(SQLException failure) {
        return TRANSIENT.contains(state(failure));
    }

    @Override
    public boolean dependsOnMessages(SQLException failure) {
        String state = state(failure);
        return state.equals(LOCKED) || state.length() > 1 && UNSTORABLE.contains(state.substring(0, 2));
    }

    /** The server responds to a commit with an error only if it has rolled back. */
    @Override
    public boolean isRolledBack(SQLException failure) {
        return !state(failure).isEmpty() && !isDisconnected(failure);
    }

    @Override
    public boolean isDisconnected(SQLException failure) {
        String state = state(failure);
        return state.startsWith("08") || state.startsWith("57P");
    }

    /** Sessions stay read-only after <code>default_transaction_read_only</code> was reset. */
    @Override
    public boolean isStale(SQLException failure) {
        return READ_ONLY.equals(state(failure));
    }

    @Override
    public String explain(SQLException failure) {
        String state = state(failure);
        if (state.equals(DISK_FULL)) {
            return "the database has no room left: free disk space on its server";
        }
        if (isDisconnected(failure)) {
            return "the database cannot be reached, or is shutting down: check its server and the network";
        }
        if (state.equals(READ_ONLY)) {
            return "the database cannot be written, because its server is a replica that has not been promoted, or is set to be"
                   + " read-only: promote it, or let the address lead to the primary server";
        }
        if (STATEMENT_MISMATCH.contains(state)) {
            return "a connection pooler gives each transaction another connection, which does not have the prepared statements"
                   + " of this one: connect to PostgreSQL directly, or add prepareThreshold=0 to the JDBC URL";
        }
        if (state.equals(NO_UNIQUE_INDEX)) {
            return "a unique index of the store's tables is missing, without which it would store a message twice: create it"
                   + " again as in the schema script. A start of the store names it";
        }
        if (state.equals(IDLE_IN_TRANSACTION)) {
            return "this process was paused for seconds in a transaction, which the database has ended";
        }
        if (state.equals(LOCKED)) {
            return "another transaction has locked the same messages for too long: end it, and repeat the call";
        }
        if (state.equals(NO_RIGHT)) {
            return "the store's database role lacks a right (" + Failures.withoutContent(failure).getMessage()
                   + "): grant it. A start of the store names all rights that are missing";
        }
        String remedy = failure instanceof SQLTransientConnectionException ? NO_FREE_CONNECTION : "";
        return Failures.withoutContent(failure).getMessage() + (state.isEmpty() ? remedy : " (SQLSTATE " + state + ")");
    }

    private static String state(SQLException failure) {
        @Nullable
        String state = failure.getSQLState();
        return state == null ? "" : state;
    }
}
