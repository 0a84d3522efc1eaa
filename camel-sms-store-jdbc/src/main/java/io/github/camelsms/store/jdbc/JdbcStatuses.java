package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsStatusBlock;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusGap;
import io.github.camelsms.store.SmsStatusKey;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.Visibility;
import org.jspecify.annotations.Nullable;

/**
 * Statuses of the JDBC store: blocks from their polls until they are read, and the statuses of read blocks until they
 * are acknowledged.
 */
final class JdbcStatuses implements MessageStatuses {

    /** Deletes blocks whose statuses are all acknowledged. */
    static final String DELETE_DONE = "DELETE FROM sms_block WHERE id IN_LIST AND state = 'READ'"
                                      + " AND NOT EXISTS (SELECT 1 FROM sms_status s WHERE s.block_id = sms_block.id)";
    private static final int MAX_BLOCKS = 100;

    private final Database database;
    private final JdbcLeases leases;
    private final StatusRecorder recorder;
    private final String insertBlock;
    private final String storeBody;
    private final String insertReceived;
    private final String selectStored;
    private final String deleteBlock;
    private final String deleteAnnounced;
    private final String markLost;
    private final String markUnreadable;
    private final String selectUnread;
    private final String expireAnnounced;
    private final String selectGaps;
    private final Hiding.Sql hiding;
    private final String selectStatuses;
    private final String deleteStatus;
    private final String deleteDone;
    private final String show;

    /**
     * @param optOuts opt-outs that get the numbers of statuses with BLACKLIST, or null
     */
    JdbcStatuses(Database database, Messages messages, MessageChanges changes, JdbcLeases leases,
                 @Nullable JdbcOptOuts optOuts) {
        this.database = database;
        this.leases = leases;
        this.recorder = new StatusRecorder(database, messages, changes, optOuts);
        this.insertBlock = database.sql(
                "INSERT INTO sms_block (account_id, state, announced_at, deadline_at, reason) VALUES (?, 'ANNOUNCED', ?, ?,"
                                        + " 'the process ended before the response was received') RETURNING id");
        this.storeBody = database.sql(
                "UPDATE sms_block SET state = 'RECEIVED', received_at = ?, body = ?"
                                      + " WHERE id = ? AND state IN ('ANNOUNCED', 'GAP')");
        this.insertReceived = database.sql(
                "INSERT INTO sms_block (account_id, state, announced_at, deadline_at, received_at, body)"
                                           + " VALUES (?, 'RECEIVED', ?, ?, ?, ?) RETURNING id");
        this.selectStored = database.sql("SELECT 1 FROM sms_block WHERE id = ? AND state = 'RECEIVED' AND body = ?");
        this.deleteBlock = database.sql("DELETE FROM sms_block WHERE id = ? AND state IN ('ANNOUNCED', 'GAP')");
        this.deleteAnnounced = database.sql(
                "DELETE FROM sms_block WHERE id = ? AND account_id = ? AND state = 'ANNOUNCED' AND announced_at = ?");
        this.markLost = database.sql("UPDATE sms_block SET state = 'GAP', reason = ? WHERE id = ? AND state = 'ANNOUNCED'");
        this.markUnreadable = database.sql(
                "UPDATE sms_block SET state = 'UNREADABLE', reason = ? WHERE id = ? AND state = 'RECEIVED'");
        this.selectUnread = database.sql(
                "SELECT id, received_at, body FROM sms_block WHERE account_id = ? AND state = 'RECEIVED' ORDER BY id LIMIT "
                                         + MAX_BLOCKS);
        this.expireAnnounced = database.sql(
                "UPDATE sms_block SET state = 'GAP' WHERE account_id = ? AND state = 'ANNOUNCED'"
                                            + " AND (deadline_at <= ? OR announced_at > ?)");
        this.selectGaps = database.sql(
                "SELECT id, announced_at, reason, body FROM sms_block WHERE account_id = ? AND state = 'GAP' ORDER BY id");
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

    private record Announced(long id, long at) {
    }

    @Override
    public CompletionStage<Optional<Long>> announce(String account, SmsLease lease, Duration timeout) {
        List<Announced> attempts = new ArrayList<>(1);
        return database.account(lease.account())
                .thenCompose(leaseId -> database.write(account, (transaction, accountId) -> {
                    // Waits for an earlier attempt whose commit is still in progress.
                    boolean isLeaseHeld = leases.lockHeld(transaction, leaseId, lease);
                    // A block of an attempt whose commit is uncertain would become a gap.
                    for (Announced before : attempts) {
                        transaction.updateLater(deleteAnnounced, before.id(), accountId, before.at());
                    }
                    if (!isLeaseHeld) {
                        return Optional.empty();
                    }
                    long now = transaction.now();
                    long id = transaction.query(
                            insertBlock, row -> row.getLong(1), accountId, now, now + timeout.toMillis()).get(0);
                    attempts.add(new Announced(id, now));
                    return Optional.of(id);
                }));
    }

    @Override
    public CompletionStage<Boolean> receive(long block, byte[] body) {
        // A repeated call finds what it has stored.
        return database.write(
                transaction -> transaction.update(storeBody, transaction.now(), body, block) == 1
                        || isStored(transaction, block, body));
    }

    @Override
    public CompletionStage<Long> receiveLate(String account, byte[] body) {
        List<Long> attempts = new ArrayList<>(1);
        return database.write(account, (transaction, accountId) -> {
            for (Long before : attempts) {
                if (isStored(transaction, before, body)) {
                    return before;
                }
            }
            long now = transaction.now();
            long id = transaction.query(insertReceived, row -> row.getLong(1), accountId, now, now, now, body).get(0);
            attempts.add(id);
            return id;
        });
    }

    private boolean isStored(Tx transaction, long block, byte[] body) throws SQLException {
        return !transaction.query(selectStored, row -> true, block, body).isEmpty();
    }

    @Override
    public CompletionStage<Boolean> drop(long block) {
        return database.write(transaction -> transaction.update(deleteBlock, block) == 1);
    }

    @Override
    public CompletionStage<Boolean> lose(long block, String reason) {
        return database.write(transaction -> transaction.update(markLost, reason, block) == 1);
    }

    @Override
    public CompletionStage<Boolean> markUnreadable(long block, String reason) {
        return database.write(transaction -> transaction.update(markUnreadable, reason, block) == 1);
    }

    @Override
    public CompletionStage<List<SmsStatusBlock>> unread(String account) {
        return database.read(account, (transaction, accountId) -> transaction.query(
                selectUnread,
                row -> new SmsStatusBlock(
                        row.getLong(1), Instant.ofEpochMilli(row.getLong(2)), row.getBytes(3)),
                accountId));
    }

    @Override
    public CompletionStage<List<SmsStatusGap>> gaps(String account) {
        return database.write(account, (transaction, accountId) -> {
            long now = transaction.now();
            // If the clock was set back, the response may still arrive, and then replaces the gap.
            transaction.updateLater(expireAnnounced, accountId, now, Hiding.until(now, Visibility.MAX_HIDDEN_TIME));
            return transaction.query(
                    selectGaps,
                    row -> new SmsStatusGap(
                            row.getLong(1), Instant.ofEpochMilli(row.getLong(2)), row.getString(3), row.getBytes(4)),
                    accountId);
        });
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> read(long block, List<SmsStatus> statuses) {
        return recorder.read(block, statuses, null);
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> readPart(long block, List<SmsStatus> statuses, String reason) {
        return recorder.read(block, statuses, reason);
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> recordEvidence(String account, List<SmsStatus> statuses) {
        return recorder.recordEvidence(account, statuses);
    }

    @Override
    public CompletionStage<List<SmsStatusDelivery>> claim(String account, int maxBlocks, Duration visibility) {
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
                        = transaction.query(selectStatuses, JdbcStatuses::delivery, Messages.array(blocks));
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

    @Override
    public CompletionStage<Integer> acknowledge(List<SmsStatusKey> keys) {
        Map<Long, List<Long>> positions = keys.stream().distinct().collect(Collectors.groupingBy(
                SmsStatusKey::block, TreeMap::new, Collectors.mapping(key -> (long) key.position(), Collectors.toList())));
        return database.write(transaction -> {
            int count = transaction.updateEach(deleteStatus, positions);
            transaction.updateLater(deleteDone, Messages.array(positions.keySet()));
            return count;
        });
    }

    @Override
    public CompletionStage<Integer> release(List<Long> blockIds, Duration delay) {
        long[] ids = blockIds.stream().mapToLong(Long::longValue).distinct().sorted().toArray();
        return database.write(transaction -> transaction.update(show, Hiding.until(transaction.now(), delay), ids));
    }
}
