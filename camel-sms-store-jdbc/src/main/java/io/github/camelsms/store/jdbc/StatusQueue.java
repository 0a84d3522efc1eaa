package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusKey;

/**
 * Statuses that were read and not acknowledged yet, for their consumers.
 */
final class StatusQueue {

    /** Deletes blocks whose statuses are all acknowledged. */
    static final String DELETE_DONE = "DELETE FROM sms_block WHERE id IN_LIST AND state = 'READ'"
                                      + " AND NOT EXISTS (SELECT 1 FROM sms_status s WHERE s.block_id = sms_block.id)";

    private final Database database;
    private final Hiding.Sql hiding;
    private final String selectStatuses;
    private final String deleteStatus;
    private final String deleteDone;
    private final String show;

    StatusQueue(Database database) {
        this.database = database;
        this.hiding = Hiding.Sql.of(database, "sms_block", "id", "id", " AND state = 'READ'");
        this.selectStatuses = database.sql(
                "SELECT s.block_id, s.position, s.correlation_id, s.destination, s.sent_date, s.status, s.raw_status,"
                                           + " m.headers, b.deliveries, m.destination, m.stored_at, m.scheduled_date, m.sent_at FROM sms_block b"
                                           + " JOIN sms_status s ON s.block_id = b.id LEFT JOIN sms_message m"
                                           + " ON m.account_id = b.account_id AND m.correlation_id = s.correlation_id"
                                           + " WHERE b.id IN_LIST ORDER BY b.id, s.position");
        this.deleteStatus = database.sql("DELETE FROM sms_status WHERE block_id = ? AND position IN_LIST");
        this.deleteDone = database.sql(DELETE_DONE);
        this.show = database.sql("UPDATE sms_block SET visible_at = ? WHERE id IN_LIST AND state = 'READ'");
    }

    CompletionStage<List<SmsStatusDelivery>> claim(String account, int maxBlocks, Duration visibility) {
        Hiding hidden = new Hiding(hiding);
        return database.write(account, (transaction, accountId) -> {
            hidden.undo(transaction);
            for (List<Long> blocks = visible(transaction, accountId, maxBlocks);
                 !blocks.isEmpty();
                 blocks = visible(transaction, accountId, maxBlocks)) {
                // Concurrent acknowledgments of the last statuses of a block may leave the empty block behind.
                transaction.updateLater(deleteDone, Messages.array(blocks));
                hidden.hide(transaction, blocks, visibility);
                List<SmsStatusDelivery> claimed
                        = transaction.query(selectStatuses, StatusQueue::delivery, Messages.array(blocks));
                if (!claimed.isEmpty()) {
                    return claimed;
                }
            }
            return List.of();
        });
    }

    private List<Long> visible(Tx transaction, int accountId, int maxBlocks) throws SQLException {
        return hiding.visible(transaction, row -> row.getLong(1), accountId, maxBlocks);
    }

    private static SmsStatusDelivery delivery(ResultSet row) throws SQLException {
        SmsStatus status = new SmsStatus(
                row.getString(3), row.getString(4), Row.instant(row, 5), SmsDeliveryStatus.of(row.getString(6)),
                row.getString(7));
        boolean isStored = isStored(row, status);
        return new SmsStatusDelivery(
                new SmsStatusKey(row.getLong(1), row.getInt(2)), status,
                isStored ? Json.read(row.getString(8)) : Map.of(), isStored, row.getInt(9));
    }

    /** Returns whether there is a message with the correlation id, and the status is not about another one. */
    private static boolean isStored(ResultSet row, SmsStatus status) throws SQLException {
        Instant storedAt = Row.instant(row, 11);
        return storedAt != null
                && MessageChanges.isAbout(status, row.getString(10), storedAt, Row.instant(row, 12), Row.instant(row, 13));
    }

    CompletionStage<Integer> acknowledge(List<SmsStatusKey> keys) {
        Map<Long, List<Long>> positions = keys.stream().distinct().collect(Collectors.groupingBy(
                SmsStatusKey::block, TreeMap::new, Collectors.mapping(key -> (long) key.position(), Collectors.toList())));
        return database.write(transaction -> {
            int count = transaction.updateEach(deleteStatus, positions);
            transaction.updateLater(deleteDone, Messages.array(positions.keySet()));
            return count;
        });
    }

    CompletionStage<Integer> release(List<Long> blocks, Duration delay) {
        long[] ids = blocks.stream().mapToLong(Long::longValue).distinct().sorted().toArray();
        return database.write(transaction -> transaction.update(show, Hiding.until(transaction.now(), delay), ids));
    }
}
