package io.github.camelsms.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.SmsStoreException;

/**
 * Eraser of phone numbers. It scans all messages in ranges of ids, because an index on the destination would only serve
 * this operation.
 */
final class Eraser {

    /** Number of message ids in a range. */
    private static final long RANGE_SIZE = 20_000;

    private final Database database;
    private final Messages messages;
    private final MessageChanges changes;
    private final Fingerprints fingerprints;
    private final String range;
    private final String select;
    private final String selectStatuses;
    private final String eraseStatus;
    private final String selectRefused;
    private final String emptyBody;

    private record Found(long id, int account) {

        static Found read(ResultSet row) throws SQLException {
            return new Found(row.getLong(1), row.getInt(2));
        }
    }

    private record Status(long block, int position, String destination) {

        static Status read(ResultSet row) throws SQLException {
            return new Status(row.getLong(1), row.getInt(2), row.getString(3));
        }
    }

    private record Body(long block, byte[] bytes) {
    }

    private record Range(long first, long last) {
    }

    Eraser(Database database, Messages messages, MessageChanges changes, Fingerprints fingerprints) {
        this.database = database;
        this.messages = messages;
        this.changes = changes;
        this.fingerprints = fingerprints;
        this.range = database.sql("SELECT COALESCE(MIN(id), 0), COALESCE(MAX(id), -1) FROM sms_message");
        this.select = database.sql(
                "SELECT id, account_id FROM sms_message WHERE id BETWEEN ? AND ? AND destination IN_LIST");
        this.selectStatuses = database.sql(
                "SELECT block_id, position, destination FROM sms_status WHERE destination LIKE ?");
        this.eraseStatus = database.sql("UPDATE sms_status SET destination = NULL WHERE block_id = ? AND position = ?");
        this.selectRefused = database.sql("SELECT id, body FROM sms_block WHERE state = 'REFUSED' AND body IS NOT NULL");
        this.emptyBody = database.sql("UPDATE sms_block SET body = NULL WHERE id = ?");
    }

    CompletionStage<Long> erase(String destination) {
        List<String> values = List.of(destination, fingerprints.hash(destination));
        return database.write(transaction -> eraseStatuses(transaction, destination))
                .thenCompose(
                        done -> database.read(
                                transaction -> transaction
                                        .query(range, row -> new Range(row.getLong(1), row.getLong(2))).get(0)))
                .thenCompose(ids -> eraseFrom(ids.first(), ids.last(), values, 0));
    }

    private boolean eraseStatuses(Tx transaction, String destination) throws SQLException {
        // The service may format the number, but does not separate its last four digits.
        String last = "%" + destination.substring(Math.max(0, destination.length() - 4));
        for (Status status : transaction.query(selectStatuses, Status::read, last)) {
            if (MessageChanges.hasNumber(status.destination(), destination)) {
                transaction.update(eraseStatus, status.block(), status.position());
            }
        }
        for (Body body : transaction.query(selectRefused, row -> new Body(row.getLong(1), row.getBytes(2)))) {
            if (MessageChanges.hasNumber(new String(body.bytes(), StandardCharsets.UTF_8), destination)) {
                transaction.update(emptyBody, body.block());
            }
        }
        return true;
    }

    private CompletionStage<Long> eraseFrom(long first, long last, List<String> values, long count) {
        if (first > last) {
            return CompletableFuture.completedFuture(count);
        }
        return database.read(transaction -> transaction.query(select, Found::read, first, first + RANGE_SIZE - 1, values))
                .thenCompose(found -> erase(found)).handle(
                        (erased, failure) -> failure == null
                                ? eraseFrom(first + RANGE_SIZE, last, values, count + erased)
                                : CompletableFuture.<Long> failedFuture(failed(count, SmsStoreException.of(failure))))
                .thenCompose(rest -> rest);
    }

    private static SmsStoreException failed(long count, SmsStoreException failure) {
        return count == 0
                ? failure : new SmsStoreException(
                        "The number was erased in " + count + " messages and not in all; repeat the call. "
                                                  + failure.getMessage(),
                        true, failure);
    }

    private CompletionStage<Integer> erase(List<Found> found) {
        if (found.isEmpty()) {
            return CompletableFuture.completedFuture(0);
        }
        Map<Integer, List<Long>> byAccount = new TreeMap<>();
        found.forEach(each -> byAccount.computeIfAbsent(each.account(), account -> new ArrayList<>()).add(each.id()));
        return database.write(transaction -> {
            int count = 0;
            for (Map.Entry<Integer, List<Long>> account : byAccount.entrySet()) {
                List<Row> rows = messages.lock(transaction, account.getValue());
                Instant now = transaction.time();
                rows.forEach(row -> changes.erase(row, now));
                messages.write(transaction, account.getKey(), rows);
                count += rows.size();
            }
            return count;
        });
    }
}
