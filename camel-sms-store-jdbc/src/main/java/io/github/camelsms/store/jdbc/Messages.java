package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Access to stored messages: loads and locks them, and writes their changes and the resulting offers of results.
 */
final class Messages {

    private final String lock;
    private final String lockByCorrelation;
    private final String find;
    private final String findByCorrelation;
    private final Bulk update;
    private final String updateContent;
    private final Bulk offer;
    private final String withdraw;

    Messages(Database database) {
        String byId = "SELECT " + Row.COLUMNS + " FROM sms_message WHERE id IN_LIST ORDER BY id";
        String byCorrelation = "SELECT " + Row.COLUMNS
                               + " FROM sms_message WHERE account_id = ? AND correlation_id IN_LIST ORDER BY id";
        this.find = database.sql(byId);
        this.findByCorrelation = database.sql(byCorrelation);
        this.lock = database.sql(byId + " FOR_UPDATE");
        this.lockByCorrelation = database.sql(byCorrelation + " FOR_UPDATE");
        this.update = database.update(
                "sms_message",
                "id bigint, state text, revision bigint, attempts integer, expires_at bigint, sent_at bigint, code integer,"
                               + " service_id text, reason text, finished_at bigint, delivery_status text, raw_status text,"
                               + " status_date bigint, unknown_since bigint, look_at bigint, looks integer, rejected_at bigint");
        this.updateContent = database.sql(
                "UPDATE sms_message SET message_text = ?, destination = ?, headers = ?,"
                                          + " fingerprint = CASE WHEN CAST(? AS INTEGER) = 1 THEN NULL ELSE fingerprint END"
                                          + " WHERE id = ?");
        this.offer = database.insert(
                "sms_result",
                "message_id bigint, account_id integer, revision bigint, visible_at bigint, deliveries integer",
                "ON CONFLICT (message_id) DO UPDATE SET revision = excluded.revision, visible_at = excluded.visible_at,"
                                                                                                                 + " deliveries = 0");
        this.withdraw = database.sql("DELETE FROM sms_result WHERE message_id IN_LIST");
    }

    /** Loads and locks messages in the order of their ids. */
    List<Row> lock(Tx transaction, Collection<Long> ids) throws SQLException {
        return transaction.query(lock, Row::read, array(ids));
    }

    /** Loads and locks messages like {@link #lock(Tx, Collection)}; returns them by their correlation ids. */
    Map<String, Row> lock(Tx transaction, int account, Collection<String> correlationIds) throws SQLException {
        return byCorrelation(transaction.query(lockByCorrelation, Row::read, account, distinct(correlationIds)));
    }

    List<Row> find(Tx transaction, Collection<Long> ids) throws SQLException {
        return transaction.query(find, Row::read, array(ids));
    }

    List<Row> find(Tx transaction, int account, Collection<String> correlationIds) throws SQLException {
        return transaction.query(findByCorrelation, Row::read, account, distinct(correlationIds));
    }

    /** Writes the changes of messages of one account, with the next statement or with the commit. */
    void write(Tx transaction, int account, List<Row> rows) throws SQLException {
        List<@Nullable Object[]> changes = new ArrayList<>(rows.size());
        List<@Nullable Object[]> contents = new ArrayList<>(0);
        List<@Nullable Object[]> offers = new ArrayList<>(rows.size());
        List<Long> withdrawals = new ArrayList<>(0);
        for (Row row : rows) {
            changes.add(new @Nullable Object[] {
                    row.id, row.state, row.revision, row.attempts, row.expiresAt, row.sentAt, row.code, row.smsId,
                    row.reason,
                    row.finishedAt, row.deliveryStatus, row.rawStatus, row.givenStatusDate, row.unknownSince, row.lookAt,
                    row.looks, row.rejectedAt });
            if (row.isContentChanged) {
                contents.add(new @Nullable Object[] {
                        row.text, row.destination, Json.write(row.headers), row.destination == null ? 1 : 0, row.id });
            }
            if (row.isOffered) {
                offers.add(new @Nullable Object[] {
                        row.id, account, row.revision, transaction.now() + row.offer.delay().toMillis(), 0 });
            } else if (row.state.isWaiting() && row.revision > 0) {
                withdrawals.add(row.id);
            }
        }
        transaction.write(update, changes);
        transaction.batch(updateContent, contents);
        transaction.write(offer, offers);
        if (!withdrawals.isEmpty()) {
            transaction.updateLater(withdraw, array(withdrawals));
        }
    }

    static Map<String, Row> byCorrelation(List<Row> rows) {
        Map<String, Row> byCorrelation = new HashMap<>();
        rows.forEach(row -> byCorrelation.put(row.correlationId, row));
        return byCorrelation;
    }

    static long[] array(Collection<Long> ids) {
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    static List<String> distinct(Collection<String> texts) {
        return texts.stream().distinct().toList();
    }
}
