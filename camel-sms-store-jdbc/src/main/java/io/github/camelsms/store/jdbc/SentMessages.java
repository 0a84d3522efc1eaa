package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.SmsSentMessage;
import io.github.camelsms.store.SmsStoreException;

/**
 * Messages to numbers that were sent recently, for limits of their frequency. Their index is created with the first
 * call, because each message would have to enter it, and most stores do not need it.
 */
final class SentMessages {

    private static final String INDEX = "sms_message_destination";

    private final Database database;
    private final Fingerprints fingerprints;
    private final Duration retention;
    private final String select;
    private final String createIndex;
    private final String findIndex;
    private volatile boolean isIndexed;

    SentMessages(Database database, Fingerprints fingerprints, Duration retention, boolean isPostgres) {
        this.database = database;
        this.fingerprints = fingerprints;
        this.retention = retention;
        this.select = database.sql(
                "SELECT a.name, m.correlation_id, m.destination FROM sms_message m JOIN sms_account a ON a.id = m.account_id"
                                   + " WHERE m.destination IN_LIST AND (m.state IN ('ACCEPTED', 'UNKNOWN', 'PARKED')"
                                   + " AND m.sent_at >= ? OR m.state = '" + Row.OPEN
                                   + "' AND (SELECT w.message_id FROM sms_waiting w WHERE w.message_id = m.id) IS NULL)");
        String index = database.sql(INDEX);
        this.createIndex = "CREATE INDEX " + index.substring(index.lastIndexOf('.') + 1) + " ON " + database.sql("sms_message")
                           + " (destination)";
        this.findIndex = isPostgres
                ? "SELECT CASE WHEN to_regclass('" + index + "') IS NULL THEN 0 ELSE 1 END"
                : "SELECT COUNT(*) FROM sqlite_master WHERE type = 'index' AND name = '" + index + "'";
    }

    CompletionStage<List<SmsSentMessage>> find(Collection<String> numbers, Instant since) {
        Map<String, String> known = new HashMap<>();
        for (String number : numbers) {
            known.put(number, number);
            known.put(fingerprints.hash(number), number);
        }
        List<String> keys = new ArrayList<>(known.keySet());
        return indexed().thenCompose(indexed -> database.read(transaction -> {
            if (since.toEpochMilli() < transaction.now() - retention.toMillis()) {
                throw new SmsStoreException(
                        "The message store keeps messages for " + retention.toHours()
                                            + " h, which is too short to count those since " + since + ": raise its retention",
                        false, null);
            }
            return transaction.query(
                    select,
                    row -> new SmsSentMessage(
                            row.getString(1), row.getString(2), known.getOrDefault(row.getString(3), row.getString(3))),
                    keys, since);
        }));
    }

    private CompletionStage<Boolean> indexed() {
        if (isIndexed) {
            return CompletableFuture.completedFuture(true);
        }
        return isFound().thenCompose(isFound -> isFound ? CompletableFuture.completedFuture(true) : create())
                .thenApply(done -> isIndexed = true);
    }

    private CompletionStage<Boolean> isFound() {
        return database.read(transaction -> transaction.query(findIndex, row -> row.getInt(1), new Object[0]).get(0) > 0);
    }

    /** Fails in PostgreSQL if another node creates the index at this moment. */
    private CompletionStage<Boolean> create() {
        return database.write(transaction -> transaction.update(createIndex)).handle((done, failure) -> failure)
                .thenCompose(
                        failure -> failure == null ? CompletableFuture.completedFuture(true) : isFound().thenApply(isFound -> {
                            if (!isFound) {
                                throw new SmsStoreException(
                                        "The message store lacks an index of the numbers, and cannot create it. Execute: "
                                                            + createIndex,
                                        false, failure);
                            }
                            return true;
                        }));
    }
}
