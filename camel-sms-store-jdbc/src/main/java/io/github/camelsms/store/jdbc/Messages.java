package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsRequestId;
import org.jspecify.annotations.Nullable;

/**
 * Access to stored messages: loads and locks them, and writes their changes and the resulting offers of results.
 */
final class Messages {

    private static final String BY_ID = " FROM sms_message m WHERE m.id IN_LIST ORDER BY m.id";
    /** PostgreSQL could read the index of the ids as a whole for the order of the ids alone. */
    private static final String BY_CORRELATION
            = " FROM sms_message m WHERE m.account_id = ? AND m.correlation_id IN_LIST ORDER BY m.id + 0";
    static final String FIND_BY_CORRELATION = "SELECT " + Row.COLUMNS + BY_CORRELATION;
    static final String FIND = "SELECT " + Row.COLUMNS + BY_ID;

    private final Requests requests;
    private final FreshRows fresh = new FreshRows();
    /** Messages in flight with requests that this store has claimed. Most of them do not change meanwhile. */
    private final KeptRows sent = new KeptRows();
    /** Messages whose outcomes this store has recorded for a consumer. Empty if other processes can change them. */
    private final KeptRows outcomes = new KeptRows();
    private final String lock;
    private final String lockByCorrelation;
    private final String lockUnchanged;
    private final String find;
    private final String findByCorrelation;
    private final Bulk update;
    private final String updateContent;
    private final Bulk offer;
    private final Bulk enqueue;
    private final ByIds dequeue;
    private final String withdraw;

    Messages(Database database) {
        this.requests = new Requests(database);
        this.find = database.sql(FIND);
        this.findByCorrelation = database.sql(FIND_BY_CORRELATION);
        this.lock = database.sql("SELECT m.id" + BY_ID + " FOR_UPDATE");
        this.lockByCorrelation = database.sql("SELECT m.id" + BY_CORRELATION + " FOR_UPDATE");
        this.enqueue = database.insert(
                "sms_waiting",
                "message_id bigint, account_id integer, lane integer, position bigint, waiting_since bigint, expires_at bigint",
                "ON CONFLICT DO NOTHING");
        this.dequeue = new ByIds(database, "DELETE FROM sms_waiting WHERE", "message_id");
        this.lockUnchanged = database.sql(
                "SELECT m.id, m.state = '" + Row.OPEN + "' AND m.delivery_status IS NULL AND m.destination IS NOT NULL" + BY_ID
                                          + " FOR_UPDATE");
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
        this.offer = database.insert(
                "sms_result",
                "message_id bigint, account_id integer, revision bigint, visible_at bigint, deliveries integer",
                "ON CONFLICT (message_id) DO UPDATE SET revision = excluded.revision, visible_at = excluded.visible_at,"
                                                                                                                 + " deliveries = 0");
        this.withdraw = database.sql("DELETE FROM sms_result WHERE message_id IN_LIST");
    }

    /** Locks messages in the order of their ids, and loads them. */
    List<Row> lock(Tx transaction, Collection<Long> ids) throws SQLException {
        return lock(transaction, ids, List::of);
    }

    /**
     * Locks messages in the order of their ids, and loads them.
     *
     * @param closed requests with some of them that this transaction closes
     */
    List<Row> lock(Tx transaction, Collection<Long> ids, Later<List<Requests.Open>> closed) throws SQLException {
        List<Row> locked = lock(transaction, lock, find, array(ids));
        complete(transaction, locked, closed.get());
        return locked;
    }

    /** Locks messages like {@link #lock(Tx, Collection)}, and loads them; returns them by their correlation ids. */
    Map<String, Row> lock(Tx transaction, int account, Collection<String> correlationIds) throws SQLException {
        List<Row> locked = lock(transaction, lockByCorrelation, findByCorrelation, account, distinct(correlationIds));
        complete(transaction, locked, List.of());
        return byCorrelation(locked);
    }

    /**
     * Locks rows, and loads them with another statement, which sees what others have committed while the first one
     * waited. It can find more messages than were locked.
     */
    private static List<Row> lock(Tx transaction, String lock, String find, Object... parameters) throws SQLException {
        if (!transaction.isShared()) {
            return transaction.query(find, Row::read, parameters);
        }
        Later<List<Long>> locked = transaction.queryLater(lock, row -> row.getLong(1), parameters);
        List<Row> found = transaction.query(find, Row::read, parameters);
        Set<Long> ids = new HashSet<>(locked.get());
        found.removeIf(row -> !ids.contains(row.id));
        return found;
    }

    /** Keeps messages of a request that this store has claimed. */
    void keepSent(List<Row> claimed) {
        claimed.forEach(sent::add);
    }

    /** Removes messages that are kept, because their request has ended without outcomes. */
    void forgetSent(List<Long> ids) {
        sent.take(ids);
    }

    /**
     * Locks messages that an earlier transaction has sent, and returns those that are kept and have not changed since
     * then: they have no delivery status and were not erased. Only the first attempt of a call gets them.
     */
    Later<List<Row>> lockUnchanged(Tx transaction, SmsRequestId request, Collection<Long> ids) throws SQLException {
        List<Row> kept = sent.take(ids).stream().filter(row -> row.isInFlight(request)).toList();
        if (kept.isEmpty() || !transaction.isShared()) {
            // Without other processes, a change has removed the message.
            return () -> kept;
        }
        Later<List<Long>> unchanged = transaction.queryLater(
                lockUnchanged, row -> row.getBoolean(2) ? row.getLong(1) : JdbcIntake.NO_ID,
                array(kept.stream().map(row -> row.id).sorted().toList()));
        return () -> {
            Set<Long> found = new HashSet<>(unchanged.get());
            return kept.stream().filter(row -> found.contains(row.id)).toList();
        };
    }

    /** Returns the outcomes that are kept of these messages, and keeps them no longer. */
    List<Row> takeOutcomes(List<Long> ids) {
        return outcomes.take(ids);
    }

    List<Row> find(Tx transaction, Collection<Long> ids) throws SQLException {
        return load(transaction, find, array(ids));
    }

    List<Row> find(Tx transaction, int account, Collection<String> correlationIds) throws SQLException {
        return load(transaction, findByCorrelation, account, distinct(correlationIds));
    }

    /** Loads messages, and those again whose requests ended before they were read. */
    private List<Row> load(Tx transaction, String find, Object... parameters) throws SQLException {
        List<Row> rows = transaction.query(find, Row::read, parameters);
        if (!complete(transaction, rows, List.of())) {
            rows = transaction.query(find, Row::read, parameters);
            complete(transaction, rows, List.of());
        }
        return rows;
    }

    /**
     * Adds to the messages in flight what only their requests contain. Returns whether all these requests were found.
     */
    private boolean complete(Tx transaction, List<Row> rows, List<Requests.Open> closed) throws SQLException {
        Map<Long, Row> inFlight = new HashMap<>();
        Set<Integer> accounts = new TreeSet<>();
        for (Row row : rows) {
            if (row.state == SmsMessageState.SENDING) {
                inFlight.put(row.id, row);
            }
        }
        complete(inFlight, closed);
        inFlight.values().forEach(row -> accounts.add(row.account));
        for (Integer account : accounts) {
            complete(inFlight, requests.all(transaction, account));
        }
        return inFlight.isEmpty();
    }

    /** Completes messages of requests, and removes them from the map. */
    private static void complete(Map<Long, Row> inFlight, List<Requests.Open> requests) {
        for (Requests.Open request : requests) {
            for (Long id : request.messages()) {
                Row row = inFlight.remove(id);
                if (row != null) {
                    row.addRequest(request);
                }
            }
        }
    }

    /** Keeps new messages that wait until they leave the queue. No other process may change them. */
    void keep(List<Row> inserted) {
        inserted.stream().filter(row -> row.isQueued).forEach(fresh::add);
    }

    /** Returns whether messages are kept. */
    boolean areAnyKept() {
        return !fresh.isEmpty();
    }

    /**
     * Returns messages that wait, in this order. Those that are not kept, or have changed since then, are loaded.
     */
    List<Row> waiting(Tx transaction, List<FreshRows.Check> checks) throws SQLException {
        Map<Long, Row> rows = new HashMap<>();
        List<Long> others = new ArrayList<>(0);
        for (FreshRows.Check check : checks) {
            Row row = fresh.get(check);
            if (row == null) {
                others.add(check.id());
            } else {
                rows.put(row.id, row);
            }
        }
        if (!others.isEmpty()) {
            lock(transaction, others).forEach(row -> rows.put(row.id, row));
        }
        return checks.stream().filter(check -> rows.containsKey(check.id())).map(check -> rows.get(check.id())).toList();
    }

    /** Removes waiting messages from the queue, because they are claimed or have ended. */
    void dequeue(Tx transaction, List<Long> ids) throws SQLException {
        fresh.remove(ids);
        dequeue.update(transaction, ids);
    }

    /** Writes the changes of messages of one account, with the next statement or with the commit. */
    void write(Tx transaction, int account, List<Row> rows) throws SQLException {
        List<@Nullable Object[]> queued = new ArrayList<>(0);
        List<Long> dequeued = new ArrayList<>(0);
        List<@Nullable Object[]> changes = new ArrayList<>(rows.size());
        List<@Nullable Object[]> contents = new ArrayList<>(0);
        List<@Nullable Object[]> offers = new ArrayList<>(rows.size());
        List<Long> withdrawals = new ArrayList<>(0);
        for (Row row : rows) {
            keepOutcome(transaction, row);
            changes.add(new @Nullable Object[] {
                    row.id, Row.stored(row.state), row.revision, row.epoch, row.request, row.attempts, row.expiresAt,
                    row.sentAt, row.code, row.smsId, row.reason, row.finishedAt, row.deliveryStatus, row.rawStatus,
                    row.givenStatusDate, row.unknownSince, row.lookAt, row.looks, row.rejectedAt });
            boolean waits = row.state == SmsMessageState.WAITING;
            if (waits && !row.isQueued) {
                queued.add(new @Nullable Object[] {
                        row.id, account, Row.lane(row.priority), row.id, row.waitingSince(), row.expiresAt });
            } else if (row.isQueued && !waits) {
                dequeued.add(row.id);
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
        transaction.write(update, changes);
        transaction.batch(updateContent, contents);
        transaction.write(enqueue, queued);
        if (!dequeued.isEmpty()) {
            dequeue(transaction, dequeued);
        }
        transaction.write(offer, offers);
        if (!withdrawals.isEmpty()) {
            transaction.updateLater(withdraw, array(withdrawals));
        }
    }

    /** Keeps an outcome that a consumer will probably claim soon. */
    private void keepOutcome(Tx transaction, Row row) {
        sent.remove(row.id);
        if (row.isOffered && row.offer.delay().isZero() && !transaction.isShared()) {
            outcomes.add(row);
        } else {
            outcomes.remove(row.id);
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
