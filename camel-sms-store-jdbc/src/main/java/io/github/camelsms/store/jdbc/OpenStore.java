package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.MessageReconciliation;
import io.github.camelsms.store.MessageResults;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.OptOuts;
import io.github.camelsms.store.SmsStoreException;

/**
 * Open database of a message store, with what the store does in it.
 *
 * @param hints hints between the nodes that share the database
 */
record OpenStore(Database database, MessageIntake intake, AccountLeases leases, MessageSending sending,
        MessageReconciliation reconciliation, MessageResults results, MessageStatuses statuses,
        MessageOperations operations, OptOuts optOuts, Optional<PostgresHints> hints) {

    /**
     * Opens a database; closes it if that fails.
     *
     * @param store   properties
     * @param scripts names of the schema's scripts
     */
    static OpenStore open(JdbcMessageStore store, Dialect dialect, List<String> scripts) {
        try {
            Fingerprints fingerprints = prepare(store, dialect, scripts);
            return of(store, dialect, fingerprints, scripts.size());
        } catch (SQLException e) {
            dialect.close();
            throw new SmsStoreException(
                    "The message store cannot be opened: " + dialect.errorCodes().explain(e) + ". Nothing was stored", false,
                    e);
        } catch (RuntimeException e) {
            dialect.close();
            throw e;
        }
    }

    private static Fingerprints prepare(JdbcMessageStore store, Dialect dialect, List<String> scripts) throws SQLException {
        Connection connection = dialect.open();
        try {
            dialect.transact(connection, true, () -> {
                dialect.requireSupported(connection);
                return true;
            });
            Schema schema = new Schema(dialect, store.getTablePrefix(), scripts);
            if (store.getInitializeSchema() == SchemaInitialization.ALWAYS
                    || store.getInitializeSchema() == SchemaInitialization.EMBEDDED && !store.isShared()) {
                schema.create(connection);
            }
            dialect.transact(connection, true, () -> {
                schema.validate(connection);
                dialect.requireNewIds(connection);
                return true;
            });
            return new Fingerprints(Settings.prepare(connection, dialect));
        } finally {
            dialect.close(connection);
        }
    }

    private static OpenStore of(JdbcMessageStore store, Dialect dialect, Fingerprints fingerprints, int schemaVersion) {
        Database database = new Database(dialect);
        Messages messages = new Messages(database);
        MessageChanges changes = new MessageChanges(store.isRetainText(), fingerprints::hash);
        JdbcLeases leases = new JdbcLeases(database, store.getLeaseDuration(), schemaVersion);
        JdbcIntake intake = new JdbcIntake(database, messages, fingerprints);
        JdbcOptOuts optOuts = new JdbcOptOuts(database);
        Eraser eraser = new Eraser(database, messages, changes, fingerprints);
        return new OpenStore(
                database, intake, leases, new JdbcSending(database, messages, changes, intake, leases),
                new JdbcReconciliation(database, messages, changes, leases), new JdbcResults(database, messages),
                new JdbcStatuses(database, messages, changes, leases, store.isOptOutBlacklisted() ? optOuts : null),
                new JdbcOperations(
                        database, messages, changes, eraser, new JdbcPurge(database, store.getRetention()),
                        new SentMessages(database, fingerprints, store.getRetention(), dialect.isShared())),
                optOuts,
                dialect.isShared()
                        ? Optional.of(new PostgresHints(dialect, database, fingerprints)) : Optional.empty());
    }

    /** Completes the calls in progress, or lets them fail after the timeout. */
    void close(Duration timeout) {
        hints.ifPresent(PostgresHints::close);
        database.close(timeout);
    }
}
