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
    private final String deleteAsked;
    private final String markLost;
    private final String markRefused;
    private final String selectUnread;
    private final String expireAsked;
    private final String selectGaps;

    StatusBlocks(Database database, JdbcLeases leases) {
        this.database = database;
        this.leases = leases;
        this.insertBlock = database.sql(
                "INSERT INTO sms_block (account_id, state, asked_at, deadline_at, reason) VALUES (?, 'ASKED', ?, ?,"
                                        + " 'the process ended before the response was received') RETURNING id");
        this.storeBody = database.sql(
                "UPDATE sms_block SET state = 'RECEIVED', received_at = ?, body = ?"
                                      + " WHERE id = ? AND state IN ('ASKED', 'GAP')");
        this.insertReceived = database.sql(
                "INSERT INTO sms_block (account_id, state, asked_at, deadline_at, received_at, body)"
                                           + " VALUES (?, 'RECEIVED', ?, ?, ?, ?) RETURNING id");
        this.selectStored = database.sql("SELECT 1 FROM sms_block WHERE id = ? AND state = 'RECEIVED' AND body = ?");
        this.deleteBlock = database.sql("DELETE FROM sms_block WHERE id = ? AND state IN ('ASKED', 'GAP')");
        this.deleteAsked = database.sql(
                "DELETE FROM sms_block WHERE id = ? AND account_id = ? AND state = 'ASKED' AND asked_at = ?");
        this.markLost = database.sql("UPDATE sms_block SET state = 'GAP', reason = ? WHERE id = ? AND state = 'ASKED'");
        this.markRefused = database.sql(
                "UPDATE sms_block SET state = 'REFUSED', reason = ? WHERE id = ? AND state = 'RECEIVED'");
        this.selectUnread = database.sql(
                "SELECT id, received_at, body FROM sms_block WHERE account_id = ? AND state = 'RECEIVED' ORDER BY id LIMIT "
                                         + MAX_BLOCKS);
        this.expireAsked = database.sql(
                "UPDATE sms_block SET state = 'GAP' WHERE account_id = ? AND state = 'ASKED'"
                                        + " AND (deadline_at <= ? OR asked_at > ?)");
        this.selectGaps = database.sql(
                "SELECT id, asked_at, reason, body FROM sms_block WHERE account_id = ? AND state = 'GAP' ORDER BY id");
    }

    private record Asked(long id, long at) {
    }

    CompletionStage<Optional<Long>> ask(String account, SmsLease lease, Duration timeout) {
        List<Asked> attempts = new ArrayList<>(1);
        return database.account(lease.account())
                .thenCompose(leaseId -> database.write(account, (transaction, accountId) -> {
                    // Waits for an earlier attempt whose commit is still in progress.
                    boolean isLeaseHeld = leases.lockHeld(transaction, leaseId, lease);
                    // A block of an attempt whose commit is uncertain would become a gap.
                    for (Asked before : attempts) {
                        transaction.updateLater(deleteAsked, before.id(), accountId, before.at());
                    }
                    if (!isLeaseHeld) {
                        return Optional.empty();
                    }
                    long now = transaction.now();
                    long id = transaction.query(
                            insertBlock, row -> row.getLong(1), accountId, now, now + timeout.toMillis()).get(0);
                    attempts.add(new Asked(id, now));
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

    CompletionStage<Boolean> refuse(long block, String reason) {
        return database.write(transaction -> transaction.update(markRefused, reason, block) == 1);
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
            transaction.updateLater(expireAsked, accountId, now, Hiding.until(now, Visibility.MAX_HIDDEN_TIME));
            return transaction.query(
                    selectGaps,
                    row -> new SmsStatusGap(
                            row.getLong(1), Instant.ofEpochMilli(row.getLong(2)), row.getString(3), row.getBytes(4)),
                    accountId);
        });
    }
}
