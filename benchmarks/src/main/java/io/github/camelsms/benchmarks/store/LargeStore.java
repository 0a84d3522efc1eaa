package io.github.camelsms.benchmarks.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.JavaProcess;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.jdbc.JdbcMessageStore;

/**
 * A store with very many messages, whose rows are inserted with SQL. Each round opens it in a separate JVM.
 */
final class LargeStore implements Contestant {

    static final String HEAP_LIMIT = "-Xmx128m";
    private static final int MAX_CLAIMS = 350;

    private static final String TABLES = "size";
    /** Rows per commit, so that the log of the database stays small. */
    private static final int CHUNK = 250_000;
    private static final String COLUMNS
            = "id, account_id, correlation_id, fingerprint, destination, message_text, priority, offer, stored_at";
    private static final String VALUES
            = " WITH RECURSIVE series (n) AS (SELECT CAST(? AS BIGINT) UNION ALL SELECT n + 1 FROM series WHERE n < ?)"
              + " SELECT n, (SELECT id FROM sms_account), 'order-' || n, n, '119' || (80000000 + n % 10000000),"
              + " 'Your parcel arrives tomorrow between 9 and 12 o''clock. To change this, reply with the word LATER. Parcel ' || n,"
              + SmsMessage.DEFAULT_PRIORITY + ", 'NEVER', 1700000000000 + n";
    private static final String WAITING
            = "INSERT INTO sms_message (" + COLUMNS + ", state)" + VALUES + ", 'OPEN' FROM series";
    private static final String QUEUED
            = "INSERT INTO sms_waiting (account_id, lane, message_id, position, waiting_since) SELECT account_id, 9 - priority, id, id, stored_at FROM sms_message"
              + " WHERE id BETWEEN ? AND ? AND state = 'OPEN'";
    private static final String FINISHED = "INSERT INTO sms_message (" + COLUMNS
                                           + ", state, revision, epoch, request, attempts, sent_at, code, service_id, finished_at)"
                                           + VALUES + ", 'ACCEPTED', 1, 1, n / 200, 1, 1700000000000 + n, 5, 's-' || n,"
                                           + " 1700000001000 + n FROM series";

    private final DurableDatabase database;
    private final int claims;
    private int rows;

    private LargeStore(DurableDatabase database, int claims) {
        this.database = database;
        this.claims = claims;
    }

    /** Inserts the rows. */
    static LargeStore prepare(DurableDatabase database, int finished, int waiting) throws SQLException {
        try (JdbcMessageStore store = database.store(TABLES)) {
            store.start();
            MessageStore.await(store.leases().acquire(StoreSizeClient.ACCOUNT, "preparation"));
        }
        LargeStore prepared = new LargeStore(database, Math.min(MAX_CLAIMS, waiting / StoreSizeClient.BATCH));
        database.execute(TABLES, StoreSizeClient.BARE_TABLE);
        prepared.insert(FINISHED, finished);
        prepared.insert(WAITING, waiting);
        prepared.settle();
        return prepared;
    }

    private void insert(String sql, int count) throws SQLException {
        try (Connection connection = database.connect(TABLES); PreparedStatement insert = connection.prepareStatement(sql);
             PreparedStatement queue = connection.prepareStatement(QUEUED)) {
            int end = rows + count;
            while (rows < end) {
                int last = Math.min(end, rows + CHUNK);
                insert.setLong(1, rows + 1L);
                insert.setLong(2, last);
                insert.executeUpdate();
                queue.setLong(1, rows + 1L);
                queue.setLong(2, last);
                queue.executeUpdate();
                connection.commit();
                rows = last;
                System.err.println(database.name() + ": " + rows + " rows");
            }
        }
        if (!Jdbc.isSqlite(database.url(TABLES))) {
            // The store does not start with a sequence that is behind the ids.
            database.execute(TABLES, "SELECT setval('sms_message_id', " + rows + ")");
        }
    }

    /** Runs the maintenance that a database does itself some time after so many changes. */
    private void settle() throws SQLException {
        if (Jdbc.isSqlite(database.url(TABLES))) {
            database.execute(TABLES, "PRAGMA wal_checkpoint(TRUNCATE)");
        } else {
            database.execute(TABLES, "VACUUM ANALYZE sms_message", "VACUUM ANALYZE sms_waiting", "CHECKPOINT");
        }
    }

    @Override
    public String name() {
        return database.name();
    }

    @Override
    public void measure(Sample sample) throws Exception {
        // Otherwise the process that inserted the rows is the owner.
        database.execute(TABLES, "UPDATE sms_account SET owner = NULL, lease_until = 0");
        try (JavaProcess client = JavaProcess.start(
                StoreSizeClient.class, List.of("-Xmx128m"), List.of(database.url(TABLES), String.valueOf(claims)))) {
            sample.putJson(client.expect("FIGURES"));
            if (client.waitFor() != 0) {
                throw new IllegalStateException("the client has failed");
            }
        }
        insert(WAITING, claims * StoreSizeClient.BATCH);
    }
}
