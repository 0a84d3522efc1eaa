package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final String touch;
    private final String show;
    private final ResultClaims claims = new ResultClaims();

    JdbcResults(Database database, Messages messages) {
        this.database = database;
        this.messages = messages;
        this.hiding = Hiding.Sql.of(database, "sms_result", "message_id, revision, deliveries", "message_id", "");
        this.delete = new ByIds(database, "DELETE FROM sms_result WHERE revision = ? AND", "message_id");
        this.touch = database.sql("UPDATE sms_result SET deliveries = deliveries WHERE message_id = ?");
        this.show = database.sql(
                "UPDATE sms_result SET visible_at = ?, deliveries = deliveries + ? WHERE revision = ? AND message_id IN_LIST");
    }

    /** Outcomes that were claimed, and those of their messages that need not be read. */
    private record Claimed(List<OfferedResult> offered, Map<Long, Row> kept) {

        List<Long> unread() {
            return kept.size() == offered.size()
                    ? List.of() : ids(offered).stream().filter(id -> !kept.containsKey(id)).toList();
        }
    }

    /**
     * Reads messages that are not kept on another thread, so that the writer can continue meanwhile. If this fails, the
     * outcomes are redelivered after the visibility timeout.
     */
    @Override
    public CompletionStage<List<SmsResultDelivery>> claim(String account, int max, Duration visibility) {
        Hiding hidden = new Hiding(hiding);
        ResultClaims.Call call = claims.new Call();
        return database.write(account, (transaction, accountId) -> {
            List<OfferedResult> offered = transaction.isShared()
                    ? claim(transaction, accountId, max, visibility, hidden)
                    : claimInMemory(transaction, accountId, max, visibility, call);
            return new Claimed(offered, kept(offered));
        }).whenComplete((claimed, failure) -> {
            if (failure != null) {
                call.undo();
            }
        }).thenCompose(claimed -> claimed.unread().isEmpty()
                ? CompletableFuture.completedFuture(deliveries(account, claimed.offered, claimed.kept))
                : database.read(transaction -> deliveries(transaction, account, claimed)));
    }

    private List<OfferedResult> claim(Tx transaction, int accountId, int max, Duration visibility, Hiding hidden)
            throws SQLException {
        hidden.undo(transaction);
        List<OfferedResult> offered = hiding.visible(transaction, OfferedResult::read, accountId, max);
        if (!offered.isEmpty()) {
            hidden.hide(transaction, ids(offered), visibility);
        }
        return offered;
    }

    /**
     * Claims outcomes of a database that no other process uses. It writes one row, so that it fails as the
     * acknowledgment would, for example if the disk is full. Otherwise each poll would deliver the outcomes again.
     */
    private List<OfferedResult> claimInMemory(
            Tx transaction, int accountId, int max, Duration visibility, ResultClaims.Call call)
            throws SQLException {
        List<OfferedResult> visible = hiding.visible(transaction, OfferedResult::read, accountId, max);
        if (visible.stream().anyMatch(each -> claims.contain(each.key()))) {
            visible = hiding.visible(transaction, OfferedResult::read, accountId, max + claims.size());
        }
        List<OfferedResult> offered = call.claim(visible, max, transaction.now(), visibility);
        if (!offered.isEmpty()) {
            transaction.update(touch, offered.get(0).key().messageId());
        }
        return offered;
    }

    private Map<Long, Row> kept(List<OfferedResult> offered) {
        Map<Long, Row> kept = new HashMap<>();
        for (OfferedResult each : offered) {
            Row row = messages.takeOutcome(each.key());
            if (row != null) {
                kept.put(row.id, row);
            }
        }
        return kept;
    }

    private static List<Long> ids(List<OfferedResult> offered) {
        return offered.stream().map(each -> each.key().messageId()).toList();
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

    private static List<SmsResultDelivery> deliveries(String account, List<OfferedResult> offered, Map<Long, Row> rows) {
        List<SmsResultDelivery> deliveries = new ArrayList<>(offered.size());
        for (OfferedResult each : offered) {
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
        }).thenApply(count -> ended(keys, count));
    }

    @Override
    public CompletionStage<Integer> release(List<SmsMessageRevision> keys, Duration delay) {
        Set<SmsMessageRevision> claimed = keys.stream().filter(claims::contain).collect(Collectors.toSet());
        List<SmsMessageRevision> others = keys.stream().filter(key -> !claimed.contains(key)).toList();
        return database.write(transaction -> {
            long visibleAt = Hiding.until(transaction.now(), delay);
            return transaction.updateEach(show, byRevision(claimed), visibleAt, 1)
                   + transaction.updateEach(show, byRevision(others), visibleAt, 0);
        }).thenApply(count -> ended(keys, count));
    }

    /** Called when the database tells what happens to claimed outcomes. */
    private int ended(List<SmsMessageRevision> keys, int count) {
        claims.end(keys);
        return count;
    }

    /** Groups the ids of messages by their revisions, which are usually the same. */
    static Map<Long, List<Long>> byRevision(Collection<SmsMessageRevision> keys) {
        return keys.stream().distinct().sorted(Comparator.comparingLong(SmsMessageRevision::messageId))
                .collect(Collectors.groupingBy(
                        SmsMessageRevision::revision, TreeMap::new,
                        Collectors.mapping(SmsMessageRevision::messageId, Collectors.toList())));
    }
}
