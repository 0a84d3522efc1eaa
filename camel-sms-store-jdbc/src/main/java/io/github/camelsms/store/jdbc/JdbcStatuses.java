package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsStatusBlock;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusGap;
import io.github.camelsms.store.SmsStatusKey;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Statuses of the JDBC store.
 */
final class JdbcStatuses implements MessageStatuses {

    /** Uses the index on finished_at, which is later than sent_at, by days if a status settles the message. */
    static final String SELECT_EXPECTED
            = "SELECT 1 FROM sms_message WHERE account_id = ? AND finished_at >= ? AND state = 'ACCEPTED'"
              + " AND sent_at >= ? AND sent_at < ?"
              + " AND (delivery_status IS NULL OR delivery_status IN ('SENT', 'OTHER')) LIMIT 1";

    private static final int MAX_BLOCKS = 100;

    private final Database database;
    private final Messages messages;
    private final MessageChanges changes;
    private final JdbcLeases leases;
    private final String insertBlock;
    private final String storeBody;
    private final String selectStored;
    private final String deleteBlock;
    private final String markLost;
    private final String markRefused;
    private final String selectUnread;
    private final String expireAsked;
    private final String selectGaps;
    private final String lockBlock;
    private final String selectAccount;
    private final String markRead;
    private final Bulk insertStatus;
    private final String selectVisible;
    private final String hide;
    private final String selectStatuses;
    private final String selectExpected;
    private final String deleteStatus;
    private final String deleteDone;
    private final String show;

    JdbcStatuses(Database database, Messages messages, MessageChanges changes, JdbcLeases leases) {
        this.database = database;
        this.messages = messages;
        this.changes = changes;
        this.leases = leases;
        this.insertBlock = database.sql(
                "INSERT INTO sms_block (account_id, state, asked_at, deadline_at, reason) VALUES (?, 'ASKED', ?, ?,"
                                        + " 'the process ended before the response was received') RETURNING id");
        this.storeBody = database.sql(
                "UPDATE sms_block SET state = 'RECEIVED', received_at = ?, body = ?"
                                      + " WHERE id = ? AND state IN ('ASKED', 'GAP')");
        this.selectStored = database.sql("SELECT 1 FROM sms_block WHERE id = ? AND state = 'RECEIVED' AND body = ?");
        this.deleteBlock = database.sql("DELETE FROM sms_block WHERE id = ? AND state IN ('ASKED', 'GAP')");
        this.markLost = database.sql("UPDATE sms_block SET state = 'GAP', reason = ? WHERE id = ? AND state = 'ASKED'");
        this.markRefused = database.sql(
                "UPDATE sms_block SET state = 'REFUSED', reason = ? WHERE id = ? AND state = 'RECEIVED'");
        this.selectUnread = database.sql(
                "SELECT id, received_at, body FROM sms_block WHERE account_id = ? AND state = 'RECEIVED' ORDER BY id LIMIT "
                                         + MAX_BLOCKS);
        this.expireAsked = database.sql(
                "UPDATE sms_block SET state = 'GAP' WHERE account_id = ? AND state = 'ASKED' AND deadline_at <= ?");
        this.selectGaps = database.sql(
                "SELECT id, asked_at, reason FROM sms_block WHERE account_id = ? AND state = 'GAP' ORDER BY id");
        this.lockBlock = database.sql(
                "SELECT account_id, state FROM sms_block WHERE id = ? AND state IN ('ASKED', 'RECEIVED', 'GAP') FOR_UPDATE");
        this.selectAccount = database.sql("SELECT name FROM sms_account WHERE id = ?");
        this.markRead = database.sql(
                "UPDATE sms_block SET state = 'READ', body = NULL, reason = NULL, visible_at = ? WHERE id = ?");
        this.insertStatus = database.insert(
                "sms_status",
                "block_id bigint, position integer, correlation_id text, destination text, sent_date bigint, status text,"
                              + " raw_status text",
                "");
        this.selectVisible = database.sql(
                "SELECT id FROM sms_block WHERE account_id = ? AND state = 'READ' AND visible_at <= ?"
                                          + " ORDER BY visible_at, id LIMIT ? FOR_UPDATE SKIP_LOCKED");
        this.hide = database.sql("UPDATE sms_block SET visible_at = ?, deliveries = deliveries + 1 WHERE id IN_LIST");
        this.selectStatuses = database.sql(
                "SELECT s.block_id, s.position, s.correlation_id, s.destination, s.sent_date, s.status, s.raw_status,"
                                           + " m.headers, b.deliveries FROM sms_block b"
                                           + " JOIN sms_status s ON s.block_id = b.id LEFT JOIN sms_message m"
                                           + " ON m.account_id = b.account_id AND m.correlation_id = s.correlation_id"
                                           + " WHERE b.id IN_LIST ORDER BY b.id, s.position");
        this.selectExpected = database.sql(SELECT_EXPECTED);
        this.deleteStatus = database.sql("DELETE FROM sms_status WHERE block_id = ? AND position IN_LIST");
        this.deleteDone = database.sql(
                "DELETE FROM sms_block WHERE id IN_LIST AND state = 'READ'"
                                       + " AND NOT EXISTS (SELECT 1 FROM sms_status s WHERE s.block_id = sms_block.id)");
        this.show = database.sql("UPDATE sms_block SET visible_at = ? WHERE id IN_LIST AND state = 'READ'");
    }

    @Override
    public CompletionStage<Optional<Long>> ask(String account, SmsLease lease, Duration timeout) {
        return database.account(lease.account())
                .thenCompose(leaseId -> database.write(account, (transaction, accountId) -> {
                    if (!leases.lockHeld(transaction, leaseId, lease)) {
                        return Optional.empty();
                    }
                    long now = transaction.now();
                    return Optional.of(
                            transaction.query(
                                    insertBlock, row -> row.getLong(1), accountId, now, now + timeout.toMillis()).get(0));
                }));
    }

    @Override
    public CompletionStage<Boolean> receive(long block, byte[] body) {
        // A repeated call finds what it has stored.
        return database.write(
                transaction -> transaction.update(storeBody, transaction.now(), body, block) == 1
                        || !transaction.query(selectStored, row -> true, block, body).isEmpty());
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
    public CompletionStage<Boolean> refuse(long block, String reason) {
        return database.write(transaction -> transaction.update(markRefused, reason, block) == 1);
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
            transaction.updateLater(expireAsked, accountId, transaction.now());
            return transaction.query(
                    selectGaps,
                    row -> new SmsStatusGap(row.getLong(1), Instant.ofEpochMilli(row.getLong(2)), row.getString(3)),
                    accountId);
        });
    }

    @Override
    public CompletionStage<Boolean> isAnyExpected(String account, Instant from, Instant to) {
        return database.read(account, (transaction, accountId) -> !transaction.query(
                selectExpected, row -> true, accountId, from.toEpochMilli(), from.toEpochMilli(), to.toEpochMilli()).isEmpty());
    }

    private record BlockRow(int account, boolean isGap) {
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> read(long block, List<SmsStatus> statuses) {
        ChangedMessages settled = new ChangedMessages(messages);
        return database.write(transaction -> {
            List<BlockRow> found = transaction.query(
                    lockBlock, row -> new BlockRow(row.getInt(1), row.getString(2).equals("GAP")), block);
            if (found.isEmpty()) {
                return settled.all(transaction, List.of());
            }
            BlockRow row = found.get(0);
            String account = transaction.query(selectAccount, name -> name.getString(1), row.account()).get(0);
            Map<String, Row> rows = lock(transaction, row.account(), statuses);
            List<@Nullable Object[]> open = new ArrayList<>(statuses.size());
            for (int i = 0; i < statuses.size(); i++) {
                SmsStatus status = statuses.get(i);
                if (!row.isGap() || !isKnown(rows.get(status.correlationId()), status)) {
                    open.add(new @Nullable Object[] {
                            block, i, status.correlationId(), status.destination(), status.sentDate(),
                            status.status(), status.rawStatus() });
                }
            }
            transaction.write(insertStatus, open);
            transaction.updateLater(markRead, transaction.now(), block);
            if (open.isEmpty()) {
                transaction.updateLater(deleteDone, new long[] { block });
            }
            return settled.all(transaction, apply(transaction, row.account(), account, rows, statuses, true));
        });
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> learn(String account, List<SmsStatus> statuses) {
        ChangedMessages settled = new ChangedMessages(messages);
        return database.write(account, (transaction, accountId) -> {
            Map<String, Row> rows = lock(transaction, accountId, statuses);
            return settled.all(transaction, apply(transaction, accountId, account, rows, statuses, false));
        });
    }

    private Map<String, Row> lock(Tx transaction, int accountId, List<SmsStatus> statuses) throws SQLException {
        List<String> ids = new ArrayList<>(statuses.size());
        for (SmsStatus status : statuses) {
            if (status.correlationId() != null) {
                ids.add(status.correlationId());
            }
        }
        return messages.lock(transaction, accountId, ids);
    }

    private static boolean isKnown(@Nullable Row row, SmsStatus status) {
        return row != null && row.wasGiven(status);
    }

    private List<SmsStoredMessage> apply(
            Tx transaction, int accountId, String account, Map<String, Row> rows, List<SmsStatus> statuses,
            boolean isGiven)
            throws SQLException {
        Set<Row> changed = new LinkedHashSet<>();
        List<Row> settled = new ArrayList<>();
        for (SmsStatus status : statuses) {
            Row row = rows.get(status.correlationId());
            if (row != null) {
                changed.add(row);
                if (changes.apply(row, status, isGiven, transaction.time())) {
                    settled.add(row);
                }
            }
        }
        messages.write(transaction, accountId, List.copyOf(changed));
        return MessageRecord.snapshots(settled, account);
    }

    @Override
    public CompletionStage<List<SmsStatusDelivery>> claim(String account, int maxBlocks, Duration visibility) {
        return database.write(account, (transaction, accountId) -> {
            for (List<Long> blocks = visible(transaction, accountId, maxBlocks);
                 !blocks.isEmpty();
                 blocks = visible(transaction, accountId, maxBlocks)) {
                // Concurrent acknowledgements of the last statuses of a block may leave the empty block behind.
                transaction.updateLater(deleteDone, Messages.array(blocks));
                transaction.updateLater(hide, transaction.now() + visibility.toMillis(), Messages.array(blocks));
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
        return transaction.query(selectVisible, row -> row.getLong(1), accountId, transaction.now(), maxBlocks);
    }

    private static SmsStatusDelivery delivery(ResultSet row) throws SQLException {
        return new SmsStatusDelivery(
                new SmsStatusKey(row.getLong(1), row.getInt(2)), new SmsStatus(
                        row.getString(3), row.getString(4), Row.instant(row, 5), SmsDeliveryStatus.of(row.getString(6)),
                        row.getString(7)),
                Json.read(row.getString(8)), row.getInt(9));
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
    public CompletionStage<Integer> release(List<Long> blocks, Duration delay) {
        long[] ids = blocks.stream().mapToLong(Long::longValue).distinct().sorted().toArray();
        return database.write(transaction -> transaction.update(show, transaction.now() + delay.toMillis(), ids));
    }
}
