package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageState;
import org.jspecify.annotations.Nullable;

/**
 * Queries of a claim, which select the next messages to send.
 */
final class ClaimQueries {

    private static final String BY_LANE = " ORDER BY lane, position";
    /** For an equation, PostgreSQL could read the index of the ids as a whole for each message. */
    private static final String ID = "m.id BETWEEN w.message_id AND w.message_id";

    /** Whether a message that waits has not changed since it was inserted. */
    private static final String UNCHANGED
            = "m.revision = 0 AND m.request IS NULL AND m.delivery_status IS NULL AND m.destination IS NOT NULL";

    private final Messages messages;
    private final String begin;
    private final String first;
    private final String firstKept;
    private final String longestWaiting;
    private final String unchanged;

    /**
     * State at the start of a claim, read with one statement.
     *
     * @param isLeaseHeld whether the lease is currently held; another node may take over immediately afterwards
     * @param isRepeated  whether requests of the claim are in the journal
     * @param dueAt       when the first scheduled message is due, or null
     * @param expiresAt   when the first waiting or scheduled message expires, or null
     * @param hasMore     whether more messages wait than the claim takes
     */
    record Begin(
            boolean isLeaseHeld, boolean isRepeated, @Nullable Long dueAt, @Nullable Long expiresAt, boolean hasMore) {

        static Begin read(ResultSet row, SmsLease lease) throws SQLException {
            boolean isLeaseHeld = lease.node().equals(row.getString(1)) && lease.epoch() == row.getLong(2);
            return new Begin(
                    isLeaseHeld, row.getBoolean(3), Row.number(row, 4), first(Row.number(row, 5), Row.number(row, 6)),
                    Row.number(row, 7) != null);
        }

        private static @Nullable Long first(@Nullable Long time, @Nullable Long other) {
            return time == null || other != null && other < time ? other : time;
        }
    }

    ClaimQueries(Database database, Messages messages) {
        this.messages = messages;
        this.begin = database.sql(
                "SELECT owner, epoch, EXISTS (SELECT 1 FROM sms_request WHERE account_id = ? AND epoch = ? AND number BETWEEN ? AND ?),"
                                  + " " + firstDue("?") + ", " + firstExpiry("?") + ", " + firstExpiryOfScheduled("?")
                                  + ", (SELECT message_id FROM sms_waiting WHERE account_id = ?" + BY_LANE
                                  + " LIMIT 1 OFFSET ?)"
                                  + " FROM sms_account WHERE id = ?");
        String next = " FROM (SELECT lane, position, message_id FROM sms_waiting WHERE account_id = ?" + BY_LANE
                      + " LIMIT ?) w CROSS JOIN sms_message m WHERE " + ID + " AND m.state = '" + Row.OPEN + "'" + BY_LANE;
        this.first = database.sql("SELECT " + Row.COLUMNS_OF_WAITING + next + " FOR_UPDATE OF m");
        this.firstKept = database.sql("SELECT m.id, " + UNCHANGED + next);
        this.unchanged = database.sql("SELECT m.id, " + UNCHANGED + " FROM sms_message m WHERE m.id IN_LIST ORDER BY m.id");
        List<String> lanes = new ArrayList<>();
        for (int priority = SmsMessage.LOWEST_PRIORITY; priority <= SmsMessage.HIGHEST_PRIORITY; priority++) {
            lanes.add("SELECT * FROM (SELECT message_id FROM sms_waiting WHERE account_id = ? AND lane = " + Row.lane(priority)
                      + " AND position > ? ORDER BY position LIMIT ?) AS lane" + priority);
        }
        this.longestWaiting = database.sql(String.join(" UNION ALL ", lanes));
    }

    /** Returns a subquery for the time at which the first scheduled message of an account is due, or null. */
    static String firstDue(String accountId) {
        return first("due_at", "sms_message", accountId, "state = 'SCHEDULED'", "due_at");
    }

    /** Returns a subquery for the time at which the first waiting message of an account expires, or null. */
    static String firstExpiry(String accountId) {
        return first("expires_at", "sms_waiting", accountId, "expires_at IS NOT NULL", "expires_at");
    }

    /** Returns a subquery for the time at which the first scheduled message of an account expires, or null. */
    static String firstExpiryOfScheduled(String accountId) {
        return first(
                "expires_at", "sms_message", accountId, "state = 'SCHEDULED' AND expires_at IS NOT NULL", "expires_at");
    }

    /**
     * Returns a subquery for a column of an account's first row in an order. PostgreSQL plans it in less time than MIN
     * or COUNT, and reads only this message, whereas it could read all for EXISTS.
     */
    static String first(String column, String table, String accountId, String condition, String order) {
        return "(SELECT " + column + " FROM " + table + " WHERE account_id = " + accountId + " AND " + condition
               + " ORDER BY " + order + " LIMIT 1)";
    }

    Later<Begin> begin(Tx transaction, int account, SmsClaim claim) throws SQLException {
        SmsLease lease = claim.lease();
        long first = claim.firstRequest();
        Later<List<Begin>> state = transaction.queryLater(
                begin, row -> Begin.read(row, lease), account, lease.epoch(), first, first + claim.requests() - 1, account,
                account, account, account, size(claim), account);
        return () -> state.get().get(0);
    }

    /** Returns the first messages to send, and locks them. */
    Later<List<Row>> first(Tx transaction, int account, SmsClaim claim) throws SQLException {
        if (messages.areAnyKept()) {
            Map<Long, Boolean> waiting = new LinkedHashMap<>();
            transaction.query(
                    firstKept, row -> waiting.put(row.getLong(1), row.getBoolean(2)), account, size(claim));
            return () -> messages.waiting(transaction, waiting);
        }
        return transaction.queryLater(first, Row::read, account, size(claim));
    }

    private static int size(SmsClaim claim) {
        return claim.requests() * claim.batchSize();
    }

    /**
     * Returns the messages of a claim that leaves others, in sending order: a share of them are those that have waited
     * longest.
     *
     * @param waiting the {@link #first} messages
     */
    List<Row> withLongestWaiting(Tx transaction, int account, SmsClaim claim, List<Row> waiting) throws SQLException {
        int share = size(claim) / MessageSending.LONGEST_WAITING_EVERY;
        // Another transaction may have ended some of them.
        if (share == 0 || waiting.size() < size(claim)) {
            return waiting;
        }
        List<Row> next = new ArrayList<>(waiting.subList(0, waiting.size() - share));
        next.addAll(longestWaiting(transaction, account, next.get(next.size() - 1), share));
        return next;
    }

    /** Returns the messages that have waited longest among those that follow the last one. */
    private List<Row> longestWaiting(Tx transaction, int account, Row last, int count) throws SQLException {
        List<Object> parameters = new ArrayList<>();
        for (int priority = SmsMessage.LOWEST_PRIORITY; priority <= SmsMessage.HIGHEST_PRIORITY; priority++) {
            long after = priority < last.priority ? 0 : priority == last.priority ? last.id : Long.MAX_VALUE;
            parameters.addAll(List.of(account, after, count));
        }
        List<Long> ids = transaction.query(longestWaiting, row -> row.getLong(1), parameters.toArray()).stream().sorted()
                .limit(count).toList();
        if (messages.areAnyKept()) {
            Map<Long, Boolean> waiting = new LinkedHashMap<>();
            transaction.query(
                    unchanged, row -> waiting.put(row.getLong(1), row.getBoolean(2)), Messages.array(ids));
            return messages.waiting(transaction, waiting);
        }
        return messages.lock(transaction, ids).stream().filter(row -> row.state == SmsMessageState.WAITING).toList();
    }

    /** For a test of the database's query plans. */
    List<String> statements() {
        return List.of(begin, first, longestWaiting);
    }
}
