package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.MessageReconciliation;
import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsUnknownMessage;

/**
 * Reconciliation of the JDBC store.
 */
final class JdbcReconciliation implements MessageReconciliation {

    private final Database database;
    private final Messages messages;
    private final MessageChanges changes;
    private final JdbcLeases leases;
    private final String selectDue;
    private final String selectAfterClockWentBack;
    private final String postpone;

    JdbcReconciliation(Database database, Messages messages, MessageChanges changes, JdbcLeases leases) {
        this.database = database;
        this.messages = messages;
        this.changes = changes;
        this.leases = leases;
        this.selectDue = database.sql(
                "SELECT " + Row.COLUMNS
                                      + " FROM sms_message m WHERE m.account_id = ? AND m.state = 'UNKNOWN' AND m.look_at <= ?"
                                      + " ORDER BY m.look_at, m.id LIMIT ?");
        this.selectAfterClockWentBack = database.sql(
                "SELECT " + Row.COLUMNS + " FROM sms_message m WHERE m.account_id = ? AND m.state = 'UNKNOWN' AND m.look_at > ?"
                                                     + " AND m.unknown_since > ? ORDER BY m.look_at, m.id LIMIT ?");
        this.postpone = database.sql(
                "UPDATE sms_message SET looks = looks + 1, look_at = ?"
                                     + " WHERE revision = ? AND id IN_LIST AND state = 'UNKNOWN'");
    }

    @Override
    public CompletionStage<List<SmsUnknownMessage>> due(String account, int max) {
        return database.read(account, (transaction, accountId) -> {
            long now = transaction.now();
            Instant time = transaction.time();
            Later<List<Row>> due = transaction.queryLater(selectDue, Row::read, accountId, now, max);
            List<Row> later = transaction.query(
                    selectAfterClockWentBack, Row::read, accountId, now + MAX_DELAY.toMillis(), now, max);
            return Stream.concat(due.get().stream(), later.stream()).limit(max)
                    .map(row -> row.unknown(account, time)).toList();
        });
    }

    @Override
    public CompletionStage<Integer> lookAgain(List<SmsMessageRevision> unknown, Duration after) {
        return database.write(
                transaction -> transaction.updateEach(
                        postpone, JdbcResults.byRevision(unknown), transaction.now() + after.toMillis()));
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> park(SmsLease lease, List<SmsMessageRevision> unknown, String reason) {
        return decide(lease, unknown, (row, now) -> changes.park(row, reason, now));
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> resend(SmsLease lease, List<SmsMessageRevision> unknown) {
        return decide(lease, unknown, changes::resendUnknown);
    }

    private CompletionStage<List<SmsStoredMessage>> decide(
            SmsLease lease, List<SmsMessageRevision> unknown, BiPredicate<Row, Instant> decision) {
        Set<SmsMessageRevision> wanted = Set.copyOf(unknown);
        ChangedMessages changed = new ChangedMessages(messages);
        return database.write(lease.account(), (transaction, accountId) -> {
            if (!leases.lockHeld(transaction, accountId, lease)) {
                return changed.all(transaction, List.of());
            }
            List<Row> decided = new ArrayList<>();
            for (Row row : messages.lock(transaction, wanted.stream().map(SmsMessageRevision::messageId).toList())) {
                if (wanted.contains(row.named()) && decision.test(row, transaction.time())) {
                    decided.add(row);
                }
            }
            messages.write(transaction, accountId, decided);
            return changed.all(transaction, MessageRecord.snapshots(decided, lease.account()));
        });
    }
}
