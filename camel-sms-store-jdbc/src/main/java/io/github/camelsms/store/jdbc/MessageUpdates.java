package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.store.SmsMessageState;
import org.jspecify.annotations.Nullable;

/**
 * Statements that write changes of messages, the queue of those that wait, and the resulting offers of results.
 */
final class MessageUpdates {

    private final Bulk update;
    private final String updateContent;
    private final String defer;
    private final Bulk offer;
    private final Bulk enqueue;
    private final ByIds dequeue;
    private final String withdraw;

    MessageUpdates(Database database) {
        this.enqueue = database.insert(
                "sms_waiting",
                "message_id bigint, account_id integer, lane integer, position bigint, waiting_since bigint, expires_at bigint",
                "ON CONFLICT (message_id) DO NOTHING");
        this.dequeue = new ByIds(database, "DELETE FROM sms_waiting WHERE", "message_id");
        this.update = database.update(
                "sms_message",
                "id bigint, state text, revision bigint, epoch bigint, request bigint, attempts integer, expires_at bigint,"
                               + " sent_at bigint, code integer, service_id text, reason text, finished_at bigint,"
                               + " delivery_status text, raw_status text, status_date bigint, unknown_since bigint,"
                               + " look_at bigint, looks integer, rejected_at bigint");
        this.updateContent = database.sql(
                "UPDATE sms_message SET message_text = ?, destination = ?, headers = ?,"
                                          + " fingerprint = CASE WHEN CAST(? AS INTEGER) = 1 THEN NULL ELSE fingerprint END"
                                          + " WHERE id = ?");
        this.defer = database.sql("UPDATE sms_message SET due_at = ? WHERE id = ?");
        this.offer = database.insert(
                "sms_result",
                "message_id bigint, account_id integer, revision bigint, visible_at bigint, deliveries integer",
                "ON CONFLICT (message_id) DO UPDATE SET revision = excluded.revision, visible_at = excluded.visible_at,"
                                                                                                                 + " deliveries = 0");
        this.withdraw = database.sql("DELETE FROM sms_result WHERE message_id IN_LIST");
    }

    /** Removes messages from the queue. */
    void dequeue(Tx transaction, List<Long> ids) throws SQLException {
        dequeue.update(transaction, ids);
    }

    /** Writes the changes of messages of one account, with the next statement or with the commit. */
    void write(Tx transaction, int account, List<Row> rows) throws SQLException {
        List<@Nullable Object[]> queued = new ArrayList<>(0);
        List<Long> dequeued = new ArrayList<>(0);
        List<@Nullable Object[]> changes = new ArrayList<>(rows.size());
        List<@Nullable Object[]> contents = new ArrayList<>(0);
        List<@Nullable Object[]> deferrals = new ArrayList<>(0);
        List<@Nullable Object[]> offers = new ArrayList<>(rows.size());
        List<Long> withdrawals = new ArrayList<>(0);
        for (Row row : rows) {
            changes.add(new @Nullable Object[] {
                    row.id, Row.stored(row.state), row.revision, row.epoch, row.request, row.attempts, row.expiresAt,
                    row.sentAt, row.code, row.smsId, row.reason, row.finishedAt, row.deliveryStatus, row.rawStatus,
                    row.givenStatusDate, row.unknownSince, row.lookAt, row.looks, row.rejectedAt });
            if (row.state == SmsMessageState.WAITING && !row.isQueued) {
                queued.add(new @Nullable Object[] {
                        row.id, account, Row.lane(row.priority), row.id, row.waitingSince(), row.expiresAt });
            } else if (row.leavesQueue()) {
                dequeued.add(row.id);
            }
            if (row.isDeferred()) {
                deferrals.add(new @Nullable Object[] { row.dueAt, row.id });
            }
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
        // First, because a scheduled message must have a due time.
        transaction.batch(defer, deferrals);
        transaction.write(update, changes);
        transaction.batch(updateContent, contents);
        transaction.write(enqueue, queued);
        if (!dequeued.isEmpty()) {
            dequeue(transaction, dequeued);
        }
        transaction.write(offer, offers);
        if (!withdrawals.isEmpty()) {
            transaction.updateLater(withdraw, Messages.array(withdrawals));
        }
    }
}
