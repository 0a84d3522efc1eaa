package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.SmsNotReached;

/**
 * Query of the messages of a time that have not reached their recipients.
 */
final class NotReached {

    private static final String REASON
            = "CASE WHEN delivery_status IN " + FileProgress.NOT_DELIVERED
              + " THEN delivery_status ELSE COALESCE(reason, state) END AS why";

    private final Messages messages;
    private final String count;
    private final String latest;

    NotReached(Database database, Messages messages) {
        this.messages = messages;
        this.count = database.sql(countStatement());
        this.latest = database.sql(latestStatement());
    }

    static String countStatement() {
        return "SELECT why, COUNT(*), SUM(COUNT(*)) OVER () FROM (" + union(REASON, "") + ") AS found GROUP BY why"
               + " ORDER BY COUNT(*) DESC, why LIMIT " + SmsNotReached.MAX_REASONS;
    }

    static String latestStatement() {
        return "SELECT id FROM (" + union("id", "LATEST") + ") AS found ORDER BY outcome_at DESC, id DESC LIMIT "
               + SmsNotReached.MAX_LATEST;
    }

    private static String union(String column, String order) {
        return String.join(
                " UNION ALL ",
                part(column, "finished_at",
                        "finished_at IS NOT NULL AND (state <> 'ACCEPTED' OR delivery_status IN "
                                            + FileProgress.NOT_DELIVERED + ")",
                        order),
                part(column, "unknown_since", "state = 'UNKNOWN'", order),
                part(column, "unknown_since", "state = 'PARKED'", order));
    }

    private static String part(String column, String time, String condition, String order) {
        return "SELECT * FROM (SELECT " + column + ", " + time + " AS outcome_at FROM sms_message WHERE account_id = ? AND "
               + condition + " AND " + time + " >= ? AND " + time + " < ?"
               + (order.isEmpty() ? "" : " ORDER BY " + time + " DESC, id DESC LIMIT " + SmsNotReached.MAX_LATEST)
               + ") AS part";
    }

    SmsNotReached find(Tx transaction, int accountId, String account, Instant from, Instant to) throws SQLException {
        List<Object> parameters = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            parameters.addAll(List.of(accountId, from, to));
        }
        Map<String, Long> byReason = new LinkedHashMap<>();
        List<Long> totals = transaction.query(count, row -> {
            byReason.put(row.getString(1), row.getLong(2));
            return row.getLong(3);
        }, parameters.toArray());
        if (totals.isEmpty()) {
            return new SmsNotReached(0, byReason, List.of());
        }
        List<Long> ids = transaction.query(latest, row -> row.getLong(1), parameters.toArray());
        return new SmsNotReached(
                totals.get(0), byReason, MessageRecord.snapshots(messages.findInOrder(transaction, ids), account));
    }
}
