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

import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsRequestId;
import org.jspecify.annotations.Nullable;

/**
 * Access to stored messages: loads and locks them, keeps those that are needed again soon, and writes their changes.
 */
final class Messages {

    private static final String BY_ID = " FROM sms_message m WHERE m.id IN_LIST ORDER BY m.id";
    /** PostgreSQL could read the index of the ids as a whole for the order of the ids alone. */
    private static final String BY_CORRELATION
            = " FROM sms_message m WHERE m.account_id = ? AND m.correlation_id IN_LIST ORDER BY m.id + 0";
    static final String FIND_BY_CORRELATION = "SELECT " + Row.COLUMNS + BY_CORRELATION;
    static final String FIND = "SELECT " + Row.COLUMNS + BY_ID;

    private final RequestJournal requests;
    /**
     * Messages in flight with requests that this store has claimed, most of which do not change meanwhile. If no other
     * process can change them, also new messages that wait, and outcomes that a consumer will probably claim soon.
     */
    private final KeptRows kept = new KeptRows();
    private boolean areNewKept;
    private final String lock;
    private final String lockByCorrelation;
    private final String lockUnchanged;
    private final String find;
    private final String findByCorrelation;
    private final MessageUpdates updates;

    Messages(Database database) {
        this.requests = new RequestJournal(database);
        this.find = database.sql(FIND);
        this.findByCorrelation = database.sql(FIND_BY_CORRELATION);
        this.lock = database.sql("SELECT m.id" + BY_ID + " FOR_UPDATE");
        this.lockByCorrelation = database.sql("SELECT m.id" + BY_CORRELATION + " FOR_UPDATE");
        this.lockUnchanged = database.sql(
                "SELECT m.id, m.state = '" + Row.OPEN + "' AND m.delivery_status IS NULL AND m.destination IS NOT NULL" + BY_ID
                                          + " FOR_UPDATE");
        this.updates = new MessageUpdates(database);
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
    List<Row> lock(Tx transaction, Collection<Long> ids, Later<List<RequestJournal.Open>> closed) throws SQLException {
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
        claimed.forEach(kept::add);
    }

    /**
     * Locks messages that an earlier transaction has sent, and returns those that are kept and have not changed since
     * then: they have no delivery status and were not erased.
     */
    Later<List<Row>> lockUnchanged(Tx transaction, SmsRequestId request, Collection<Long> ids) throws SQLException {
        List<Row> sent = new ArrayList<>(ids.size());
        for (Long id : ids) {
            Row row = kept.inFlight(id, request);
            if (row != null) {
                sent.add(row);
            }
        }
        if (sent.isEmpty() || !transaction.isShared()) {
            // Without other processes, a change has removed the message.
            return () -> sent;
        }
        Later<List<Long>> unchanged = transaction.queryLater(
                lockUnchanged, row -> row.getBoolean(2) ? row.getLong(1) : JdbcIntake.NO_ID,
                array(sent.stream().map(row -> row.id).sorted().toList()));
        return () -> {
            Set<Long> found = new HashSet<>(unchanged.get());
            return sent.stream().filter(row -> found.contains(row.id)).toList();
        };
    }

    /** Returns the message with an outcome and keeps it no longer, or returns null if it is not kept. */
    @Nullable
    Row takeOutcome(SmsMessageRevision outcome) {
        return kept.takeOutcome(outcome);
    }

    List<Row> find(Tx transaction, Collection<Long> ids) throws SQLException {
        return load(transaction, find, array(ids));
    }

    /** Loads the messages with these ids that still exist, in the order of the ids. */
    List<Row> findInOrder(Tx transaction, List<Long> ids) throws SQLException {
        if (ids.isEmpty()) {
            return List.of();
        }
        Map<Long, Row> found = new HashMap<>();
        find(transaction, ids).forEach(row -> found.put(row.id, row));
        return ids.stream().filter(found::containsKey).map(found::get).toList();
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
    private boolean complete(Tx transaction, List<Row> rows, List<RequestJournal.Open> closed) throws SQLException {
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
    private static void complete(Map<Long, Row> inFlight, List<RequestJournal.Open> requests) {
        for (RequestJournal.Open request : requests) {
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
        inserted.stream().filter(row -> row.isQueued).forEach(kept::add);
        areNewKept = true;
    }

    /** Returns whether new messages are kept: not before the first one is stored. */
    boolean areNewKept() {
        return areNewKept;
    }

    /**
     * Returns messages that wait, in this order. Those that are not kept, or have changed since then, are loaded.
     */
    List<Row> waiting(Tx transaction, List<KeptRows.Check> checks) throws SQLException {
        Map<Long, Row> rows = new HashMap<>();
        List<Long> others = new ArrayList<>(0);
        for (KeptRows.Check check : checks) {
            Row row = kept.waiting(check);
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
        updates.dequeue(transaction, ids);
    }

    /** Writes the changes of messages of one account, with the next statement or with the commit. */
    void write(Tx transaction, int account, List<Row> rows) throws SQLException {
        rows.forEach(row -> keepOrForget(transaction, row));
        updates.write(transaction, account, rows);
    }

    /** Keeps an outcome that a consumer will probably claim soon; keeps other changed messages no longer. */
    private void keepOrForget(Tx transaction, Row row) {
        if (row.isOffered && row.offer.delay().isZero() && !transaction.isShared()) {
            kept.add(row);
        } else {
            kept.remove(row.id);
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
