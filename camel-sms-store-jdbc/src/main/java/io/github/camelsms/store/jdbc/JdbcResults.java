package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.github.camelsms.store.MessageResults;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsResultDelivery;

/**
 * Results of the JDBC store.
 */
final class JdbcResults implements MessageResults {

    private final Database database;
    private final Messages messages;
    private final Hiding.Sql hiding;
    private final ByIds delete;
    private final String show;

    private record Offered(SmsMessageRevision key, int deliveries) {

        static Offered read(ResultSet row) throws SQLException {
            return new Offered(new SmsMessageRevision(row.getLong(1), row.getLong(2)), row.getInt(3));
        }
    }

    JdbcResults(Database database, Messages messages) {
        this.database = database;
        this.messages = messages;
        this.hiding = Hiding.Sql.of(database, "sms_result", "message_id, revision, deliveries", "message_id", "");
        this.delete = new ByIds(database, "DELETE FROM sms_result WHERE revision = ? AND", "message_id");
        this.show = database.sql("UPDATE sms_result SET visible_at = ? WHERE revision = ? AND message_id IN_LIST");
    }

    /** Outcomes that were claimed, and those of their messages that need not be read. */
    private record Claimed(List<Offered> offered, Map<Long, Row> kept) {

        List<Long> unread() {
            return offered.stream().map(each -> each.key().messageId()).filter(id -> !kept.containsKey(id)).toList();
        }
    }

    /**
     * Reads messages that are not kept on another thread, so that the writer can continue meanwhile. If this fails, the
     * outcomes are redelivered after the visibility timeout.
     */
    @Override
    public CompletionStage<List<SmsResultDelivery>> claim(String account, int max, Duration visibility) {
        Hiding hidden = new Hiding(hiding);
        return database.write(account, (transaction, accountId) -> claim(transaction, accountId, max, visibility, hidden))
                .thenCompose(claimed -> claimed.unread().isEmpty()
                        ? CompletableFuture.completedFuture(deliveries(account, claimed.offered, claimed.kept))
                        : database.read(transaction -> deliveries(transaction, account, claimed)));
    }

    private Claimed claim(Tx transaction, int accountId, int max, Duration visibility, Hiding hidden)
            throws SQLException {
        hidden.undo(transaction);
        List<Offered> offered = hidden.visible(transaction, Offered::read, accountId, max);
        List<Long> ids = offered.stream().map(each -> each.key().messageId()).toList();
        if (!ids.isEmpty()) {
            hidden.hide(transaction, ids, visibility);
        }
        return new Claimed(offered, byId(messages.takeOutcomes(ids)));
    }

    private List<SmsResultDelivery> deliveries(Tx transaction, String account, Claimed claimed) throws SQLException {
        Map<Long, Row> rows = byId(messages.find(transaction, claimed.unread()));
        rows.putAll(claimed.kept);
        return deliveries(account, claimed.offered, rows);
    }

    private static Map<Long, Row> byId(List<Row> rows) {
        Map<Long, Row> byId = new HashMap<>();
        rows.forEach(row -> byId.put(row.id, row));
        return byId;
    }

    private static List<SmsResultDelivery> deliveries(String account, List<Offered> offered, Map<Long, Row> rows) {
        List<SmsResultDelivery> deliveries = new ArrayList<>(offered.size());
        for (Offered each : offered) {
            Row row = rows.get(each.key().messageId());
            // A message that has changed since then is redelivered with its new revision.
            if (row != null && row.state.outcome() != null && row.named().equals(each.key())) {
                deliveries.add(new SmsResultDelivery(each.key(), row.snapshot(account), each.deliveries() + 1));
            }
        }
        return deliveries;
    }

    @Override
    public CompletionStage<Integer> acknowledge(List<SmsMessageRevision> keys) {
        return database.write(transaction -> {
            List<Later<Integer>> counts = new ArrayList<>(1);
            for (Map.Entry<Long, List<Long>> ofRevision : byRevision(keys).entrySet()) {
                counts.add(delete.update(transaction, ofRevision.getValue(), ofRevision.getKey()));
            }
            return Tx.sum(counts);
        });
    }

    @Override
    public CompletionStage<Integer> release(List<SmsMessageRevision> keys, Duration delay) {
        return database.write(
                transaction -> transaction.updateEach(show, byRevision(keys), Hiding.until(transaction.now(), delay)));
    }

    /** Groups the ids of messages by their revisions, which are usually the same. */
    static Map<Long, List<Long>> byRevision(List<SmsMessageRevision> keys) {
        return keys.stream().distinct().sorted(Comparator.comparingLong(SmsMessageRevision::messageId))
                .collect(Collectors.groupingBy(
                        SmsMessageRevision::revision, TreeMap::new,
                        Collectors.mapping(SmsMessageRevision::messageId, Collectors.toList())));
    }
}
