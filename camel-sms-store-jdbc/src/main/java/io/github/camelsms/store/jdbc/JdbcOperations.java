package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsStoredMessage;

/**
 * Operations on the database.
 */
final class JdbcOperations implements MessageOperations {

    private static final Set<SmsMessageState> RESENDABLE = EnumSet.of(
            SmsMessageState.PARKED, SmsMessageState.NOT_SENT, SmsMessageState.REJECTED, SmsMessageState.CANCELLED);

    private final Database database;
    private final Messages messages;
    private final Changes changes;
    private final Requests requests;
    private final Eraser eraser;
    private final Duration retention;
    private final String count;
    private final String countSending;
    private final String selectAccounts;
    private final String selectOld;
    private final String delete;

    JdbcOperations(Database database, Messages messages, Changes changes, Eraser eraser, Duration retention) {
        this.database = database;
        this.messages = messages;
        this.changes = changes;
        this.requests = new Requests(database);
        this.eraser = eraser;
        this.retention = retention;
        List<String> counts = new ArrayList<>();
        counts.add("SELECT state, COUNT(*) FROM sms_message WHERE account_id = ? AND finished_at IS NOT NULL GROUP BY state");
        for (String state : List.of("WAITING", "SCHEDULED", "UNKNOWN", "PARKED")) {
            counts.add("SELECT '" + state + "', COUNT(*) FROM sms_message WHERE account_id = ? AND state = '" + state + "'");
        }
        this.count = database.sql(String.join(" UNION ALL ", counts));
        this.countSending = database.sql("SELECT COUNT(*) FROM sms_message WHERE id IN_LIST AND state = 'SENDING'");
        this.selectAccounts = database.sql("SELECT id FROM sms_account ORDER BY id");
        this.selectOld = database.sql(
                "SELECT id FROM sms_message WHERE account_id = ? AND finished_at IS NOT NULL AND finished_at < ?"
                                      + " AND NOT EXISTS (SELECT 1 FROM sms_result r WHERE r.message_id = sms_message.id)"
                                      + " ORDER BY finished_at LIMIT ? FOR_UPDATE SKIP_LOCKED");
        this.delete = database.sql("DELETE FROM sms_message WHERE id IN_LIST");
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> find(String account, Collection<String> correlationIds) {
        List<String> ids = List.copyOf(correlationIds);
        return database.account(account).thenCompose(
                accountId -> database.read(
                        transaction -> JdbcSending.snapshots(messages.find(transaction, accountId, ids), account)));
    }

    @Override
    public CompletionStage<Map<SmsMessageState, Long>> count(String account) {
        return database.account(account).thenCompose(accountId -> database.read(transaction -> {
            Map<SmsMessageState, Long> counts = new EnumMap<>(SmsMessageState.class);
            for (SmsMessageState state : SmsMessageState.values()) {
                counts.put(state, 0L);
            }
            transaction.query(
                    count, row -> counts.put(SmsMessageState.valueOf(row.getString(1)), row.getLong(2)), accountId, accountId,
                    accountId, accountId, accountId);
            List<Long> inFlight = requests.all(transaction, accountId).stream()
                    .flatMap(request -> request.messages().stream()).toList();
            counts.put(
                    SmsMessageState.SENDING,
                    transaction.query(countSending, row -> row.getLong(1), Messages.array(inFlight)).get(0));
            return counts;
        }));
    }

    @Override
    public CompletionStage<List<SmsOperated>> resend(String account, Collection<String> correlationIds) {
        return operate(
                account, correlationIds, row -> RESENDABLE.contains(row.state) && row.text != null, (row, now) -> {
                    changes.move(row, SmsMessageState.WAITING);
                    row.expiresAt = null;
                    row.deliveryStatus = null;
                });
    }

    @Override
    public CompletionStage<List<SmsOperated>> cancel(String account, Collection<String> correlationIds, String reason) {
        return operate(
                account, correlationIds,
                row -> row.state == SmsMessageState.WAITING || row.state == SmsMessageState.SCHEDULED,
                (row, now) -> changes.conclude(row, SmsMessageState.CANCELLED, null, null, reason, now, null));
    }

    @Override
    public CompletionStage<List<SmsOperated>> settle(
            String account, Collection<String> correlationIds, SmsOutcome outcome, String reason) {
        return operate(
                account, correlationIds,
                row -> row.state == SmsMessageState.UNKNOWN || row.state == SmsMessageState.PARKED,
                (row, now) -> changes.conclude(row, SmsMessageState.of(outcome), null, null, reason, now, null));
    }

    private CompletionStage<List<SmsOperated>> operate(
            String account, Collection<String> correlationIds, Predicate<Row> condition, ObjLongConsumer<Row> change) {
        List<String> ids = List.copyOf(correlationIds);
        return database.account(account).thenCompose(accountId -> database.write(transaction -> {
            Map<String, Row> rows = new HashMap<>();
            messages.lock(transaction, accountId, ids).forEach(row -> rows.put(row.correlationId, row));
            List<Row> changed = new ArrayList<>();
            List<SmsOperated> operated = new ArrayList<>(ids.size());
            for (String id : ids) {
                Row row = rows.get(id);
                boolean isChanged = row != null && condition.test(row);
                if (row != null && isChanged) {
                    change.accept(row, transaction.now());
                    changed.add(row);
                }
                operated.add(new SmsOperated(id, row == null ? null : row.state, isChanged));
            }
            messages.write(transaction, accountId, changed);
            return operated;
        }));
    }

    @Override
    public CompletionStage<Integer> purge(int max) {
        return database.write(transaction -> {
            long before = transaction.now() - retention.toMillis();
            List<Long> old = new ArrayList<>();
            for (Integer account : transaction.query(selectAccounts, row -> row.getInt(1))) {
                if (old.size() < max) {
                    old.addAll(
                            transaction.query(selectOld, row -> row.getLong(1), account, before, max - old.size()));
                }
            }
            return old.isEmpty() ? 0 : transaction.update(delete, Messages.array(old));
        });
    }

    @Override
    public CompletionStage<Long> erase(String destination) {
        return eraser.erase(destination);
    }
}
