package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsStatusBlock;
import io.github.camelsms.store.SmsStatusGap;
import io.github.camelsms.store.Visibility;

/**
 * Blocks of statuses from their polls until they are read.
 */
final class StatusBlocks {

    private static final int MAX_BLOCKS = 100;

    private final Database database;
    private final JdbcLeases leases;
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

    StatusBlocks(Database database, JdbcLeases leases) {
        this.database = database;
        this.leases = leases;
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
    }

    private record Announced(long id, long at) {
    }

    CompletionStage<Optional<Long>> announce(String account, SmsLease lease, Duration timeout) {
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

    CompletionStage<Boolean> receive(long block, byte[] body) {
        // A repeated call finds what it has stored.
        return database.write(
                transaction -> transaction.update(storeBody, transaction.now(), body, block) == 1
                        || isStored(transaction, block, body));
    }

    CompletionStage<Long> receiveLate(String account, byte[] body) {
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

    CompletionStage<Boolean> drop(long block) {
        return database.write(transaction -> transaction.update(deleteBlock, block) == 1);
    }

    CompletionStage<Boolean> lose(long block, String reason) {
        return database.write(transaction -> transaction.update(markLost, reason, block) == 1);
    }

    CompletionStage<Boolean> markUnreadable(long block, String reason) {
        return database.write(transaction -> transaction.update(markUnreadable, reason, block) == 1);
    }

    CompletionStage<List<SmsStatusBlock>> unread(String account) {
        return database.read(account, (transaction, accountId) -> transaction.query(
                selectUnread,
                row -> new SmsStatusBlock(
                        row.getLong(1), Instant.ofEpochMilli(row.getLong(2)), row.getBytes(3)),
                accountId));
    }

    CompletionStage<List<SmsStatusGap>> gaps(String account) {
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
}
