package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open database with its writers, its reader, and the ids of its accounts. All work except {@link #join(Work)} runs on
 * threads of the store, so that it never takes part in a transaction of the calling thread.
 */
final class Database {

    private static final Logger LOG = LoggerFactory.getLogger(Database.class);
    static final String DEFAULT_PREFIX = "sms_";
    /** Effort of a call other than intake: 80 of them share a commit, and the locks of a group last some 0.2 s. */
    private static final int CALL_WEIGHT = 25;
    /** The database counts from 1. */
    private static final int NO_ACCOUNT = 0;

    private final Dialect dialect;
    private final GroupWriter writer;
    private final GroupWriter intakeWriter;
    private final GroupWriter reader;
    private final Map<String, Integer> accounts = new ConcurrentHashMap<>();
    private final String insertAccount;
    private final String selectAccount;

    Database(Dialect dialect) {
        this.dialect = dialect;
        this.insertAccount = sql("INSERT INTO sms_account (name) VALUES (?) ON CONFLICT (name) DO NOTHING");
        this.selectAccount = sql("SELECT id FROM sms_account WHERE name = ?");
        FailureLog failures = new FailureLog(new SystemClock());
        this.writer = new GroupWriter(dialect, "sms-store-writer", false, failures);
        this.intakeWriter = dialect.isShared() ? new GroupWriter(dialect, "sms-store-intake", false, failures) : writer;
        this.reader = new GroupWriter(dialect, "sms-store-reader", true, failures);
    }

    /** Translates a statement whose names of tables have the default prefix. */
    String sql(String statement) {
        return dialect.translate(statement.replace(DEFAULT_PREFIX, dialect.tables()));
    }

    /** Creates a bulk insert into a table, whose name has the default prefix. */
    Bulk insert(String table, String columns, String onConflict) {
        return dialect.insert(sql(table), Columns.of(columns), onConflict);
    }

    /** Creates a bulk insert that also inserts rows into another table, as described in {@link Dialect}. */
    Bulk insert(String table, String columns, String onConflict, String also) {
        return dialect.insert(sql(table), Columns.of(columns), onConflict, sql(also));
    }

    /** Creates a bulk update of a table, whose name has the default prefix. */
    Bulk update(String table, String columns) {
        return dialect.update(sql(table), Columns.of(columns));
    }

    /** Executes work that writes. */
    <T> CompletionStage<T> write(Work<T> work) {
        return writer.submit("", work, CALL_WEIGHT, false);
    }

    /** Executes work that writes before other work that waits, because this node would lose its accounts otherwise. */
    <T> CompletionStage<T> writeFirst(Work<T> work) {
        return writer.submit("", work, CALL_WEIGHT, true);
    }

    /** Executes intake for an account, which transactions of other processes may block. */
    <T> CompletionStage<T> writeIntake(String account, int messages, AccountWork<T> work) {
        return account(account).thenCompose(
                accountId -> intakeWriter.submitIntake(account, transaction -> work.run(transaction, accountId), messages));
    }

    /** Executes work for an account that stores new messages and has other effects. */
    <T> CompletionStage<T> writeWithIntake(String account, AccountWork<T> work) {
        return account(account).thenCompose(
                accountId -> writer.submitIntake(account, transaction -> work.run(transaction, accountId), CALL_WEIGHT));
    }

    /** Executes work that only reads. */
    <T> CompletionStage<T> read(Work<T> work) {
        return reader.submit("", work, CALL_WEIGHT, false);
    }

    /** Executes work that writes, for an account, which is created if it is new. */
    <T> CompletionStage<T> write(String account, AccountWork<T> work) {
        return write(account, work, false);
    }

    /** Executes work for an account as {@link #writeFirst(Work)} does. */
    <T> CompletionStage<T> writeFirst(String account, AccountWork<T> work) {
        return write(account, work, true);
    }

    private <T> CompletionStage<T> write(String account, AccountWork<T> work, boolean isUrgent) {
        return account(account).thenCompose(
                accountId -> writer.submit(account, transaction -> work.run(transaction, accountId), CALL_WEIGHT, isUrgent));
    }

    /** Executes work that only reads, for an account. One that the database does not know has no rows. */
    <T> CompletionStage<T> read(String account, AccountWork<T> work) {
        Integer known = accounts.get(account);
        return read(transaction -> work.run(transaction, known == null ? find(transaction, account) : known));
    }

    private int find(Tx transaction, String account) throws SQLException {
        List<Integer> found = transaction.query(selectAccount, row -> row.getInt(1), account);
        if (found.isEmpty()) {
            return NO_ACCOUNT;
        }
        accounts.put(account, found.get(0));
        return found.get(0);
    }

    /** Executes work on the calling thread, in its transaction. */
    <T> T join(Work<T> work) {
        try (Connection connection = dialect.join(); Session session = new Session(connection)) {
            if (connection.isReadOnly()) {
                throw new SmsStoreException(
                        "The transaction is read-only; nothing was stored. Set readOnly=false for this transaction, or"
                                            + " joinTransaction=false",
                        false, null);
            }
            Tx transaction = new Tx(session, dialect, false);
            T result = work.run(transaction);
            transaction.executeWaiting();
            return result;
        } catch (SQLException e) {
            throw notJoined(dialect.errorCodes().explain(e), e);
        } catch (SmsStoreException e) {
            throw e;
        } catch (RuntimeException e) {
            // Connections of a transaction manager can throw others, for example after the transaction's timeout.
            throw notJoined(e.toString(), e);
        }
    }

    private static SmsStoreException notJoined(String reason, Exception cause) {
        return new SmsStoreException(
                "The message store failed: " + reason + ". Roll back the transaction; nothing is then stored", false, cause);
    }

    /** Returns the id of an account, which is created if it is new. */
    CompletionStage<Integer> account(String name) {
        Integer known = accounts.get(name);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        return writer.submit(name, transaction -> {
            List<Integer> found = transaction.query(selectAccount, row -> row.getInt(1), name);
            if (found.isEmpty()) {
                transaction.update(insertAccount, name);
                found = transaction.query(selectAccount, row -> row.getInt(1), name);
            }
            return found.get(0);
        }, CALL_WEIGHT, true).thenApply(id -> {
            accounts.put(name, id);
            return id;
        });
    }

    /** Lets the next call create an account whose row the database has lost. */
    void forget(String account) {
        accounts.remove(account);
    }

    /** Returns the id of an account, for callers that may block. */
    int awaitAccount(String name) {
        return MessageStore.await(account(name));
    }

    /**
     * Removes copies of erased content as {@link Dialect#forgetErased()} does, on a thread of its own, because it can
     * wait for the others.
     */
    CompletionStage<Void> forgetErased() {
        return CompletableFuture.runAsync(() -> {
            try {
                dialect.forgetErased();
            } catch (SQLException e) {
                throw new SmsStoreException(
                        "The number was erased, but copies of it remain in the log of the message store's file: "
                                            + dialect.errorCodes().explain(e) + ". Repeat the call",
                        true, e);
            }
        }, erasing -> new Thread(erasing, "sms-store-erase").start());
    }

    /** Returns the number of committed transactions that may have written. */
    long commits() {
        return writer.commits() + (intakeWriter.equals(writer) ? 0 : intakeWriter.commits());
    }

    /**
     * Completes the calls in progress. Those that a database server has not completed before the timeout fail.
     */
    void close(Duration timeout) {
        boolean isComplete = true;
        for (GroupWriter each : List.of(intakeWriter, writer, reader)) {
            // If the server did not respond to one writer, the others do not wait for it.
            isComplete &= each.close(isComplete ? timeout : Duration.ZERO);
        }
        if (!isComplete) {
            LOG.warn(
                    "The message store was closed before its database had responded. Calls in progress have failed, and may have been committed; messages that are in the store are sent after the next start. Check the server of the database and the network");
        }
        dialect.close();
    }
}
