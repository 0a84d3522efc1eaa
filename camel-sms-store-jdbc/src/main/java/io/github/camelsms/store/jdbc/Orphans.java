package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.github.camelsms.model.Count;
import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsWhenUnknown;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Search for messages that neither wait nor are in flight, although they are open: somebody has removed their rows from
 * <code>sms_waiting</code>, or those of their requests. They would stay open forever. It is not known whether they were
 * sent, so they become UNKNOWN. A call reads a range of ids, at most once a minute; the next one continues behind it.
 */
final class Orphans {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcMessageStore.class);
    private static final String REASON
            = "its row in the queue, or that of its request, was removed from the message store; it may have been sent";
    /** Number of message ids in a range. */
    private static final long RANGE_SIZE = 20_000;
    private static final long INTERVAL_MILLIS = Duration.ofSeconds(55).toMillis();
    /** Offered, because the route may have no reconciliation that would offer a later outcome. */
    private static final SmsWhenUnknown WHEN_UNKNOWN = new SmsWhenUnknown(Duration.ofSeconds(30), true);

    private final Database database;
    private final Messages messages;
    private final MessageChanges changes;
    private final RequestJournal requests;
    private final String range;
    private final String select;
    private volatile long searchedAt;
    private volatile long next;

    private record Candidate(long id, int account) {

        static Candidate read(ResultSet row) throws SQLException {
            return new Candidate(row.getLong(1), row.getInt(2));
        }
    }

    private record Range(long first, long last) {
    }

    Orphans(Database database, Messages messages, MessageChanges changes) {
        this.database = database;
        this.messages = messages;
        this.changes = changes;
        this.requests = new RequestJournal(database);
        this.range = database.sql(
                "SELECT COALESCE(MIN(id), 0), COALESCE(MAX(id), -1) FROM sms_message");
        this.select = database.sql(
                "SELECT m.id, m.account_id FROM sms_message m WHERE m.id BETWEEN ? AND ? AND m.state = '" + Row.OPEN
                                   + "' AND (SELECT w.message_id FROM sms_waiting w WHERE w.message_id = m.id) IS NULL");
    }

    /**
     * Ends the messages of the next range, and returns their number.
     *
     * @param now time of the database
     */
    CompletionStage<Integer> end(long now) {
        if (searchedAt != 0 && Math.abs(now - searchedAt) < INTERVAL_MILLIS) {
            return CompletableFuture.completedFuture(0);
        }
        searchedAt = now;
        return database.read(this::candidates).thenCompose(
                found -> found.isEmpty()
                        ? CompletableFuture.completedFuture(0)
                        : database.write(transaction -> end(transaction, found)).thenApply(Orphans::report));
    }

    private List<Candidate> candidates(Tx transaction) throws SQLException {
        Range ids = transaction.query(range, row -> new Range(row.getLong(1), row.getLong(2))).get(0);
        long first = next > ids.last ? ids.first : Math.max(next, ids.first);
        next = first + RANGE_SIZE;
        List<Candidate> found = transaction.query(select, Candidate::read, first, next - 1);
        Map<Integer, List<Candidate>> byAccount = found.stream()
                .collect(Collectors.groupingBy(Candidate::account, TreeMap::new, Collectors.toList()));
        List<Candidate> candidates = new ArrayList<>();
        for (Map.Entry<Integer, List<Candidate>> account : byAccount.entrySet()) {
            Set<Long> inFlight = inFlight(transaction, account.getKey());
            account.getValue().stream().filter(each -> !inFlight.contains(each.id)).forEach(candidates::add);
        }
        return candidates;
    }

    private Set<Long> inFlight(Tx transaction, int account) throws SQLException {
        return new HashSet<>(RequestJournal.messages(requests.all(transaction, account)));
    }

    /** All transactions that queue, claim or end a message lock it first, so nothing changes while it is locked. */
    private int end(Tx transaction, List<Candidate> candidates) throws SQLException {
        Map<Integer, List<Long>> byAccount = candidates.stream().collect(
                Collectors.groupingBy(
                        Candidate::account, TreeMap::new, Collectors.mapping(Candidate::id, Collectors.toList())));
        int count = 0;
        for (Map.Entry<Integer, List<Long>> account : byAccount.entrySet()) {
            List<Row> rows = new ArrayList<>(messages.lock(transaction, account.getValue()));
            Set<Long> inFlight = inFlight(transaction, account.getKey());
            rows.removeIf(row -> row.state != SmsMessageState.SENDING || inFlight.contains(row.id));
            Instant now = transaction.time();
            rows.forEach(row -> changes.lose(row, REASON, now, WHEN_UNKNOWN));
            messages.write(transaction, account.getKey(), rows);
            count += rows.size();
        }
        return count;
    }

    private static int report(int count) {
        if (count > 0) {
            LOG.warn(
                    "{} in the message store neither waited nor were in flight, probably because rows of the table sms_waiting or sms_request were removed. It is not known whether they were sent: they are UNKNOWN now, and looked up if the route reconciles. Do not change the tables by hand",
                    Count.of(count, "open message"));
        }
        return count;
    }
}
