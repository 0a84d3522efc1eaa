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
    private final String selectBlocks;
    private final String selectBody;
    private final String emptyRefused;
    private final String loseReceived;

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
        this.selectBlocks = database.sql(
                "SELECT id FROM sms_block WHERE state IN ('REFUSED', 'RECEIVED') AND body IS NOT NULL ORDER BY id");
        this.selectBody = database.sql("SELECT body FROM sms_block WHERE id = ? AND body IS NOT NULL");
        this.emptyRefused = database.sql("UPDATE sms_block SET body = NULL WHERE id = ? AND state = 'REFUSED'");
        this.loseReceived = database.sql(
                "UPDATE sms_block SET state = 'GAP', body = NULL, reason = ? WHERE id = ? AND state = 'RECEIVED'");
    }

    CompletionStage<Long> erase(String destination) {
        List<String> values = List.of(destination, fingerprints.hash(destination));
        return database.read(
                transaction -> transaction.query(range, row -> new Range(row.getLong(1), row.getLong(2))).get(0))
                .thenCompose(ids -> eraseFrom(ids.first(), ids.last(), values, 0))
                .thenCompose(
                        count -> eraseBlocks(destination)
                                .thenCompose(
                                        done -> database.write(transaction -> eraseStatuses(transaction, destination)))
                                .exceptionallyCompose(failure -> failed(count, "statuses and responses", failure))
                                .thenApply(done -> count));
    }

    /** Erases the number from kept responses, each in its own transaction, because they can be large. */
    private CompletionStage<Boolean> eraseBlocks(String destination) {
        return database.read(transaction -> transaction.query(selectBlocks, row -> row.getLong(1)))
                .thenCompose(blocks -> {
                    CompletionStage<Boolean> done = CompletableFuture.completedFuture(true);
                    for (Long block : blocks) {
                        done = done.thenCompose(before -> eraseBlock(block, destination));
                    }
                    return done;
                });
    }

    private CompletionStage<Boolean> eraseBlock(long block, String destination) {
        return database.read(transaction -> transaction.query(selectBody, row -> row.getBytes(1), block))
                .thenCompose(bodies -> {
                    boolean hasNumber = bodies.stream()
                            .anyMatch(body -> MessageChanges.hasNumber(new String(body, StandardCharsets.UTF_8), destination));
                    return hasNumber
                            ? database.write(transaction -> eraseBody(transaction, block))
                            : CompletableFuture.completedFuture(false);
                });
    }

    private boolean eraseBody(Tx transaction, long block) throws SQLException {
        transaction.updateLater(emptyRefused, block);
        return transaction.update(loseReceived, MessageChanges.ERASED_RESPONSE, block) == 1;
    }

    private boolean eraseStatuses(Tx transaction, String destination) throws SQLException {
        // The service may format the number, but does not separate its last four digits.
        String last = "%" + destination.substring(Math.max(0, destination.length() - 4));
        for (Status status : transaction.query(selectStatuses, Status::read, last)) {
            if (MessageChanges.hasNumber(status.destination(), destination)) {
                transaction.update(eraseStatus, status.block(), status.position());
            }
        }
        return true;
    }

    private CompletionStage<Long> eraseFrom(long first, long last, List<String> values, long count) {
        if (first > last) {
            return CompletableFuture.completedFuture(count);
        }
        return database.read(transaction -> transaction.query(select, Found::read, first, first + RANGE_SIZE - 1, values))
                .thenCompose(found -> erase(found)).exceptionallyCompose(failure -> failed(count, "messages", failure))
                .thenCompose(erased -> eraseFrom(first + RANGE_SIZE, last, values, count + erased));
    }

    /** Returns the failure of an erasure that had erased the number in some messages before. */
    private static <T> CompletionStage<T> failed(long count, String rest, Throwable cause) {
        SmsStoreException failure = SmsStoreException.of(cause);
        return CompletableFuture.failedFuture(
                count == 0
                        ? failure : new SmsStoreException(
                                "The number was erased in " + count + " messages and not in all " + rest
                                                          + "; repeat the call. " + failure.getMessage(),
                                true, failure));
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
