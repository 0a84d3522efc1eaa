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
import java.util.stream.Collectors;

import io.github.camelsms.model.Count;
import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Eraser of phone numbers. It scans all messages in ranges of ids, because an index on the destination would only serve
 * this operation.
 */
final class Eraser {

    /** Number of message ids in a range. */
    private static final long RANGE_SIZE = 20_000;
    /** Number of statuses that are read at a time. */
    private static final int MAX_STATUSES = 5_000;
    private static final Status BEFORE_FIRST = new Status(0, -1, null);

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
    private final String emptyBody;
    private final String loseReceived;

    private record Found(long id, int account) {

        static Found read(ResultSet row) throws SQLException {
            return new Found(row.getLong(1), row.getInt(2));
        }
    }

    private record Status(long block, int position, @Nullable String destination) {

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
                "SELECT block_id, position, destination FROM sms_status"
                                           + " WHERE block_id >= ? AND (block_id, position) > (?, ?)"
                                           + " ORDER BY block_id, position LIMIT ?");
        this.eraseStatus
                = database.sql("UPDATE sms_status SET destination = NULL WHERE block_id = ? AND position IN_LIST");
        this.selectBlocks = database.sql(
                "SELECT id FROM sms_block WHERE state IN ('UNREADABLE', 'RECEIVED', 'GAP') AND body IS NOT NULL ORDER BY id");
        this.selectBody = database.sql("SELECT body FROM sms_block WHERE id = ? AND body IS NOT NULL");
        this.emptyBody = database.sql("UPDATE sms_block SET body = NULL WHERE id = ? AND state IN ('UNREADABLE', 'GAP')");
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
                                .thenCompose(done -> eraseStatuses(BEFORE_FIRST, destination))
                                .exceptionallyCompose(failure -> failed(count, "statuses and responses", failure))
                                .thenCompose(done -> database.forgetErased()).thenApply(done -> count));
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
        transaction.updateLater(emptyBody, block);
        return transaction.update(loseReceived, MessageChanges.ERASED_RESPONSE, block) == 1;
    }

    /** Erases the number from the statuses after one, in chunks, so that other calls do not wait long. */
    private CompletionStage<Boolean> eraseStatuses(Status last, String destination) {
        return database.read(
                transaction -> transaction.query(
                        selectStatuses, Status::read, last.block(), last.block(), last.position(), MAX_STATUSES))
                .thenCompose(statuses -> {
                    Map<Long, List<Long>> positions = statuses.stream()
                            .filter(status -> MessageChanges.hasNumber(status.destination(), destination))
                            .collect(
                                    Collectors.groupingBy(
                                            Status::block, TreeMap::new,
                                            Collectors.mapping(status -> (long) status.position(), Collectors.toList())));
                    CompletionStage<Integer> erased = positions.isEmpty()
                            ? CompletableFuture.completedFuture(0)
                            : database.write(transaction -> transaction.updateEach(eraseStatus, positions));
                    return erased.thenCompose(
                            count -> statuses.size() < MAX_STATUSES
                                    ? CompletableFuture.completedFuture(true)
                                    : eraseStatuses(statuses.get(MAX_STATUSES - 1), destination));
                });
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
                                "The number was erased in " + Count.of(count, "message") + " and not in all " + rest
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
