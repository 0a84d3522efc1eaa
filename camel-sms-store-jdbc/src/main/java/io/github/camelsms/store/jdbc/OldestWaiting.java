package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.github.camelsms.model.SmsMessage;

/**
 * Query of the oldest message of an account that could be sent: of each priority, the message that is sent next, and
 * the scheduled message that was due first. It reads one entry of an index for each, and skips messages that returned
 * to the queue after an outcome, which would represent those that have waited longer.
 */
final class OldestWaiting {

    private static final int LANES = SmsMessage.HIGHEST_PRIORITY - SmsMessage.LOWEST_PRIORITY + 1;

    private final String select;

    OldestWaiting(Database database) {
        this.select = database.sql(statement());
    }

    /** Returns the statement, which has one row, with a time or null for each priority and for scheduled messages. */
    static String statement() {
        List<String> times = new ArrayList<>();
        for (int priority = SmsMessage.LOWEST_PRIORITY; priority <= SmsMessage.HIGHEST_PRIORITY; priority++) {
            times.add(
                    ClaimQueries.first("waiting_since", "sms_waiting", "?",
                            "lane = " + Row.lane(priority) + " AND waiting_since IS NOT NULL", "position"));
        }
        times.add(ClaimQueries.firstDue("?"));
        return "SELECT " + String.join(", ", times);
    }

    /** Returns how long the oldest message has waited, or zero if there is none. */
    Duration age(Tx transaction, int accountId) throws SQLException {
        Object[] parameters = Collections.nCopies(LANES + 1, accountId).toArray();
        long now = transaction.now();
        long since = transaction.query(select, row -> first(row, now), parameters).get(0);
        return Duration.ofMillis(now - since);
    }

    private static long first(ResultSet row, long now) throws SQLException {
        long first = now;
        for (int column = 1; column <= LANES + 1; column++) {
            Long time = Row.number(row, column);
            first = time == null ? first : Math.min(first, time);
        }
        return first;
    }
}
