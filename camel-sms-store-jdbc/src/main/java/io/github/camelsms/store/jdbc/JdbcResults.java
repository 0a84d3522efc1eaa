package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.MessageResults;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsResultDelivery;
import org.jspecify.annotations.Nullable;

/**
 * Results of the JDBC store.
 */
final class JdbcResults implements MessageResults {

    private final Database database;
    private final Messages messages;
    private final String selectVisible;
    private final String hide;
    private final String delete;
    private final String show;

    private record Offered(SmsMessageRevision key, int deliveries) {
    }

    JdbcResults(Database database, Messages messages) {
        this.database = database;
        this.messages = messages;
        this.selectVisible = database.sql(
                "SELECT message_id, revision, deliveries FROM sms_result WHERE account_id = ? AND visible_at <= ?"
                                          + " ORDER BY visible_at, message_id LIMIT ? FOR_UPDATE SKIP_LOCKED");
        this.hide = database.sql(
                "UPDATE sms_result SET visible_at = ?, deliveries = deliveries + 1 WHERE message_id IN_LIST");
        this.delete = database.sql("DELETE FROM sms_result WHERE message_id = ? AND revision = ?");
        this.show = database.sql("UPDATE sms_result SET visible_at = ? WHERE message_id = ? AND revision = ?");
    }

    @Override
    public CompletionStage<List<SmsResultDelivery>> claim(String account, int max, Duration visibility) {
        return database.write(account, (transaction, accountId) -> {
            List<Offered> offered = transaction.query(
                    selectVisible,
                    row -> new Offered(new SmsMessageRevision(row.getLong(1), row.getLong(2)), row.getInt(3)), accountId,
                    transaction.now(), max);
            if (offered.isEmpty()) {
                return List.of();
            }
            List<Long> ids = offered.stream().map(each -> each.key().messageId()).toList();
            transaction.update(hide, transaction.now() + visibility.toMillis(), Messages.array(ids));
            Map<Long, Row> rows = new HashMap<>();
            messages.find(transaction, ids).forEach(row -> rows.put(row.id, row));
            List<SmsResultDelivery> claimed = new ArrayList<>(offered.size());
            for (Offered each : offered) {
                Row row = rows.get(each.key().messageId());
                // A message that has changed since then is offered again with its new revision.
                if (row != null && row.state.outcome() != null) {
                    claimed.add(new SmsResultDelivery(each.key(), row.snapshot(account), each.deliveries() + 1));
                }
            }
            return claimed;
        });
    }

    @Override
    public CompletionStage<Integer> acknowledge(List<SmsMessageRevision> keys) {
        return database.write(transaction -> transaction.updateEach(delete, parameters(keys, List.of())));
    }

    @Override
    public CompletionStage<Integer> release(List<SmsMessageRevision> keys, Duration delay) {
        return database.write(
                transaction -> transaction.updateEach(
                        show, parameters(keys, List.of(transaction.now() + delay.toMillis()))));
    }

    /** Returns the parameters for each key, sorted so that concurrent transactions cannot deadlock. */
    static List<@Nullable Object[]> parameters(List<SmsMessageRevision> keys, List<Object> first) {
        List<@Nullable Object[]> rows = new ArrayList<>(keys.size());
        keys.stream().distinct().sorted(Comparator.comparing(SmsMessageRevision::messageId)).forEach(key -> {
            List<@Nullable Object> row = new ArrayList<>(first);
            row.add(key.messageId());
            row.add(key.revision());
            rows.add(row.toArray());
        });
        return rows;
    }
}
