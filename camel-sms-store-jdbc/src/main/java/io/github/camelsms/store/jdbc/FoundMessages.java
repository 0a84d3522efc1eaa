package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.SmsMessageFilter;
import io.github.camelsms.store.SmsMessagePage;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Query of messages by the time of their last outcome. It reads an index from a position, and limits the number of
 * messages that it reads, not only of those that match.
 */
final class FoundMessages {

    private final Messages messages;
    private final String select;

    /**
     * A message in the time of the filter.
     *
     * @param outcomeAt in milliseconds since 1970
     */
    private record Candidate(long id, long outcomeAt, boolean isMatch) {

        static Candidate read(ResultSet row) throws SQLException {
            return new Candidate(row.getLong(1), row.getLong(2), row.getInt(3) == 1);
        }
    }

    FoundMessages(Database database, Messages messages) {
        this.messages = messages;
        this.select = database.sql(statement());
    }

    /** Returns the statement. The few messages of unknown outcome have no index by time, and are sorted. */
    static String statement() {
        String union = String.join(
                " UNION ALL ", candidates("finished_at", "finished_at IS NOT NULL"),
                candidates("unknown_since", "state = 'UNKNOWN'"), candidates("unknown_since", "state = 'PARKED'"));
        return "SELECT id, outcome_at, is_match FROM (" + union + ") AS found ORDER BY outcome_at, id LIMIT ?";
    }

    private static String candidates(String time, String condition) {
        return "SELECT * FROM (SELECT id, " + time + " AS outcome_at,"
               + " CASE WHEN state IN_LIST OR delivery_status IN_LIST THEN 1 ELSE 0 END AS is_match"
               + " FROM sms_message WHERE account_id = ? AND " + condition + " AND " + time + " >= ? AND " + time + " < ?"
               + " AND (" + time + " > ? OR id > ?) ORDER BY " + time + ", id LIMIT ?) AS part";
    }

    SmsMessagePage page(
            Tx transaction, int accountId, String account, SmsMessageFilter filter, SmsMessagePage.@Nullable Key after, int max)
            throws SQLException {
        long from = after == null ? filter.from().toEpochMilli() : after.outcomeAt().toEpochMilli();
        long lastId = after == null ? JdbcIntake.NO_ID : after.id();
        List<String> states = filter.states().stream().map(Enum::name).toList();
        List<String> statuses = filter.statuses().stream().map(Enum::name).toList();
        List<Object> parameters = new ArrayList<>();
        for (int branch = 0; branch < 3; branch++) {
            parameters.addAll(List.of(states, statuses, accountId, from, filter.to().toEpochMilli(), from, lastId, max));
        }
        parameters.add(max);
        List<Candidate> candidates = transaction.query(select, Candidate::read, parameters.toArray());
        Candidate last = candidates.size() < max ? null : candidates.get(max - 1);
        return new SmsMessagePage(
                load(transaction, account, filter, candidates),
                last == null ? null : new SmsMessagePage.Key(Instant.ofEpochMilli(last.outcomeAt), last.id));
    }

    /** Loads the messages that match, and still do so. */
    private List<SmsStoredMessage> load(
            Tx transaction, String account, SmsMessageFilter filter, List<Candidate> candidates)
            throws SQLException {
        List<Long> ids = candidates.stream().filter(Candidate::isMatch).map(Candidate::id).toList();
        return MessageRecord.snapshots(
                messages.findInOrder(transaction, ids).stream().filter(filter::matches).toList(), account);
    }
}
