package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

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
    private static final String BY_MESSAGE = " ORDER BY message_id";
    /** For an equation, PostgreSQL could read the index of the ids as a whole for each message. */
    private static final String ID = "m.id BETWEEN w.message_id AND w.message_id";

    private final Messages messages;
    private final String begin;
    private final Query first;
    private final Query longestWaiting;

    /**
     * Query for waiting messages.
     *
     * @param loading statement that locks and loads them
     * @param kept    statement that tells which of them need not be loaded
     */
    private record Query(String loading, String kept) {

        /**
         * @param waiting query for the messages in <code>sms_waiting</code>
         */
        static Query of(Database database, String waiting, String order) {
            String from = " FROM (" + waiting + ") w CROSS JOIN sms_message m WHERE " + ID + order;
            return new Query(
                    database.sql("SELECT " + Row.COLUMNS_OF_WAITING + from + " FOR_UPDATE OF m"),
                    database.sql("SELECT " + KeptRows.Check.COLUMNS + from));
        }
    }

    /**
     * State at the start of a claim, read with one statement.
     *
     * @param isLeaseHeld whether the lease is currently held; another node may take over immediately afterwards
     * @param isRepeated  whether requests of the claim are in the journal
     * @param dueAt       when the first scheduled message is due, or null
     * @param expiresAt   when the first waiting or scheduled message expires, or null
     * @param lastLane    lane of the last waiting message, or null if none waits
     */
    record Begin(boolean isLeaseHeld, boolean isRepeated, @Nullable Long dueAt, @Nullable Long expiresAt,
            @Nullable Long lastLane) {

        static Begin read(ResultSet row, SmsLease lease) throws SQLException {
            boolean isLeaseHeld = lease.node().equals(row.getString(1)) && lease.epoch() == row.getLong(2);
            return new Begin(
                    isLeaseHeld, row.getBoolean(3), Row.number(row, 4), first(Row.number(row, 5), Row.number(row, 6)),
                    Row.number(row, 7));
        }

        private static @Nullable Long first(@Nullable Long time, @Nullable Long other) {
            return time == null || other != null && other < time ? other : time;
        }
    }

    ClaimQueries(Database database, Messages messages) {
        this.messages = messages;
        this.begin = database.sql(
                "SELECT owner, epoch, EXISTS (SELECT 1 FROM sms_request WHERE account_id = ? AND epoch = ? AND number BETWEEN ? AND ?),"
                                  + " " + firstDue("?") + ", " + firstExpiry("?") + ", " + firstExpiryOfScheduled("?") + ", "
                                  + lastLane("?")
                                  + " FROM sms_account WHERE id = ?");
        this.first = Query.of(
                database, "SELECT lane, position, message_id FROM sms_waiting WHERE account_id = ?" + BY_LANE + " LIMIT ?",
                BY_LANE);
        List<String> lanes = new ArrayList<>();
        for (int priority = SmsMessage.LOWEST_PRIORITY; priority <= SmsMessage.HIGHEST_PRIORITY; priority++) {
            lanes.add("SELECT * FROM (SELECT message_id FROM sms_waiting WHERE account_id = ? AND lane = " + Row.lane(priority)
                      + " AND position > ? ORDER BY position LIMIT ?) AS lane" + priority);
        }
        this.longestWaiting = Query.of(
                database,
                "SELECT message_id FROM (" + String.join(" UNION ALL ", lanes) + ") AS lanes" + BY_MESSAGE + " LIMIT ?",
                BY_MESSAGE);
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
     * Returns a subquery for the lane of the last waiting message of an account, or null. Searches from the end,
     * because the beginning of the index is full of claimed messages until it is vacuumed.
     */
    static String lastLane(String accountId) {
        return first("lane", "sms_waiting", accountId, "lane >= 0", "lane DESC, position DESC");
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
                account, account, account, account);
        return () -> state.get().get(0);
    }

    /**
     * Returns the first waiting messages, and locks them. They are one more than the claim takes if there are more.
     * Another transaction may have ended some of them.
     */
    Later<List<Row>> first(Tx transaction, int account, SmsClaim claim) throws SQLException {
        return waiting(transaction, this.first, account, size(claim) + 1);
    }

    /** Returns the maximum number of messages of a claim. */
    static int size(SmsClaim claim) {
        return claim.requests() * claim.batchSize();
    }

    /**
     * Returns the messages of a claim in sending order. If it leaves others, a share of them are those that have waited
     * longest.
     *
     * @param first    the {@link #first} messages
     * @param lastLane lane of the last waiting message, or null if it is not known
     */
    List<Row> next(Tx transaction, int account, SmsClaim claim, List<Row> first, @Nullable Long lastLane)
            throws SQLException {
        int size = size(claim);
        int share = isInOrder(size, first, lastLane) ? 0 : size / MessageSending.LONGEST_WAITING_EVERY;
        List<Row> next = new ArrayList<>(first.subList(0, Math.min(size, first.size()) - share));
        if (share > 0) {
            next.addAll(longestWaiting(transaction, account, next.get(next.size() - 1), share));
        }
        next.removeIf(row -> row.state != SmsMessageState.WAITING);
        return next;
    }

    /**
     * Returns whether the messages of a claim are the first ones: there are no others, or those that have waited
     * longest are next anyway, because they and all others are in the same lane.
     */
    private static boolean isInOrder(int size, List<Row> first, @Nullable Long lastLane) {
        int share = size / MessageSending.LONGEST_WAITING_EVERY;
        return first.size() <= size || share > 0 && lastLane != null
                && Row.lane(first.get(size - share - 1).priority) >= lastLane;
    }

    /** Returns the messages that have waited longest among those that follow the last one. */
    private List<Row> longestWaiting(Tx transaction, int account, Row last, int count) throws SQLException {
        List<Object> parameters = new ArrayList<>();
        for (int priority = SmsMessage.LOWEST_PRIORITY; priority <= SmsMessage.HIGHEST_PRIORITY; priority++) {
            long after = priority < last.priority ? 0 : priority == last.priority ? last.id : Long.MAX_VALUE;
            parameters.addAll(List.of(account, after, count));
        }
        parameters.add(count);
        return waiting(transaction, longestWaiting, parameters.toArray()).get();
    }

    private Later<List<Row>> waiting(Tx transaction, Query query, Object... parameters) throws SQLException {
        if (!messages.areNewKept()) {
            return transaction.queryLater(query.loading, Row::read, parameters);
        }
        Later<List<KeptRows.Check>> checks = transaction.queryLater(query.kept, KeptRows.Check::read, parameters);
        return () -> messages.waiting(transaction, checks.get());
    }

    /** For a test of the database's query plans. */
    List<String> statements() {
        return List.of(begin, first.loading, longestWaiting.loading);
    }

    /** For a test of SQLite's query plans. */
    List<String> statementsForKept() {
        return List.of(first.kept, longestWaiting.kept);
    }
}
