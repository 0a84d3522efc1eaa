package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.SmsFileProgress;
import io.github.camelsms.store.SmsMessageFilter;
import io.github.camelsms.store.SmsMessagePage;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNotReached;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsSentMessage;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Operations of the JDBC store.
 */
final class JdbcOperations implements MessageOperations {

    private final Database database;
    private final Messages messages;
    private final MessageChanges changes;
    private final RequestJournal requests;
    private final Eraser eraser;
    private final JdbcPurge purge;
    private final Orphans orphans;
    private final String count;
    private final String countSending;
    private final String countResults;
    private final OldestWaiting oldestWaiting;
    private final FoundMessages found;
    private final FileProgress files;
    private final NotReached notReached;
    private final SentMessages sent;

    JdbcOperations(Database database, Messages messages, MessageChanges changes, Eraser eraser, JdbcPurge purge,
                   SentMessages sent) {
        this.sent = sent;
        this.database = database;
        this.messages = messages;
        this.changes = changes;
        this.requests = new RequestJournal(database);
        this.eraser = eraser;
        this.purge = purge;
        this.orphans = new Orphans(database, messages, changes);
        this.oldestWaiting = new OldestWaiting(database);
        this.found = new FoundMessages(database, messages);
        this.files = new FileProgress(database);
        this.notReached = new NotReached(database, messages);
        List<String> counts = new ArrayList<>();
        counts.add("SELECT state, COUNT(*) FROM sms_message WHERE account_id = ? AND finished_at IS NOT NULL GROUP BY state");
        counts.add("SELECT 'WAITING', COUNT(*) FROM sms_waiting WHERE account_id = ?");
        for (String state : List.of("SCHEDULED", "UNKNOWN", "PARKED")) {
            counts.add("SELECT '" + state + "', COUNT(*) FROM sms_message WHERE account_id = ? AND state = '" + state + "'");
        }
        this.count = database.sql(String.join(" UNION ALL ", counts));
        this.countSending = database.sql("SELECT COUNT(*) FROM sms_message WHERE id IN_LIST AND state = '" + Row.OPEN + "'");
        this.countResults = database.sql("SELECT COUNT(*) FROM sms_result WHERE account_id = ?");
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> find(String account, Collection<String> correlationIds) {
        List<String> ids = List.copyOf(correlationIds);
        return database.read(account,
                (transaction, accountId) -> MessageRecord.snapshots(messages.find(transaction, accountId, ids), account));
    }

    @Override
    public CompletionStage<SmsMessagePage> find(
            String account, SmsMessageFilter filter, SmsMessagePage.@Nullable Key after, int max) {
        int limit = Math.max(1, Math.min(max, MAX_PAGE_SIZE));
        return database.read(
                account, (transaction, accountId) -> found.page(transaction, accountId, account, filter, after, limit));
    }

    @Override
    public CompletionStage<List<SmsFileProgress>> progress(
            String account, Instant since, Collection<SmsFileProgress> known) {
        List<SmsFileProgress> copy = List.copyOf(known);
        return database.read(account, (transaction, accountId) -> files.progress(transaction, accountId, since, copy));
    }

    @Override
    public CompletionStage<SmsNotReached> notReached(String account, Instant from, Instant to) {
        return database.read(
                account, (transaction, accountId) -> notReached.find(transaction, accountId, account, from, to));
    }

    @Override
    public CompletionStage<List<SmsSentMessage>> sentTo(Collection<String> numbers, Instant since) {
        return sent.find(List.copyOf(numbers), since);
    }

    @Override
    public CompletionStage<Map<SmsMessageState, Long>> count(String account) {
        return database.read(account, (transaction, accountId) -> {
            Map<SmsMessageState, Long> counts = new EnumMap<>(SmsMessageState.class);
            for (SmsMessageState state : SmsMessageState.values()) {
                counts.put(state, 0L);
            }
            transaction.query(
                    count, row -> counts.put(SmsMessageState.valueOf(row.getString(1)), row.getLong(2)), accountId, accountId,
                    accountId, accountId, accountId);
            List<Long> inFlight = RequestJournal.messages(requests.all(transaction, accountId));
            counts.put(
                    SmsMessageState.SENDING,
                    transaction.query(countSending, row -> row.getLong(1), Messages.array(inFlight)).get(0));
            return counts;
        });
    }

    @Override
    public CompletionStage<Duration> oldestWaiting(String account) {
        return database.read(account, oldestWaiting::age);
    }

    @Override
    public CompletionStage<Long> unacknowledged(String account) {
        return database.read(
                account,
                (transaction, accountId) -> transaction.query(countResults, row -> row.getLong(1), accountId).get(0));
    }

    @Override
    public CompletionStage<List<SmsOperated>> resend(String account, Collection<String> correlationIds) {
        return operate(account, correlationIds, changes::resend);
    }

    @Override
    public CompletionStage<Boolean> resubmit(String account, String correlationId, long revision, Duration timeToLive) {
        return operate(account, List.of(correlationId), (row, now) -> changes.resubmit(row, revision, timeToLive, now))
                .thenApply(operated -> operated.get(0).isChanged());
    }

    @Override
    public CompletionStage<List<SmsOperated>> cancel(String account, Collection<String> correlationIds, String reason) {
        return operate(account, correlationIds, (row, now) -> changes.cancel(row, reason, now));
    }

    @Override
    public CompletionStage<List<SmsOperated>> giveUp(String account, Collection<String> correlationIds, String reason) {
        return operate(account, correlationIds, (row, now) -> changes.giveUp(row, reason, now));
    }

    @Override
    public CompletionStage<List<SmsOperated>> settle(
            String account, Collection<String> correlationIds, SmsOutcome outcome, String reason) {
        return operate(account, correlationIds, (row, now) -> changes.settle(row, outcome, reason, now));
    }

    /**
     * @param operation returns whether it has changed the message
     */
    private CompletionStage<List<SmsOperated>> operate(
            String account, Collection<String> correlationIds, BiPredicate<Row, Instant> operation) {
        List<String> ids = List.copyOf(correlationIds);
        Map<String, Before> before = new HashMap<>();
        return database.write(account, (transaction, accountId) -> {
            if (!transaction.mayBeRepeated()) {
                before.clear();
            }
            Map<String, Row> rows = messages.lock(transaction, accountId, ids);
            List<Row> changed = new ArrayList<>();
            List<SmsOperated> operated = new ArrayList<>(ids.size());
            for (String id : ids) {
                Row row = rows.get(id);
                Before known = before.get(id);
                boolean isCommitted = row != null && known != null && known.isChangedSince(row);
                boolean isChanged = false;
                if (row != null && !isCommitted) {
                    SmsMessageState stateBefore = row.state;
                    long revisionBefore = row.revision;
                    isChanged = operation.test(row, transaction.time());
                    if (isChanged) {
                        before.put(id, new Before(stateBefore, revisionBefore, row.revision));
                        changed.add(row);
                    }
                }
                operated.add(new SmsOperated(id, row == null ? null : row.state, isChanged || isCommitted));
            }
            messages.write(transaction, accountId, changed);
            return operated;
        });
    }

    /**
     * A message before an operation has changed it. If the outcome of the commit is unknown, the transaction is
     * repeated, and must not change the message again, which may have been sent meanwhile.
     *
     * @param nextRevision revision after the operation
     */
    private record Before(SmsMessageState state, long revision, long nextRevision) {

        boolean isChangedSince(Row row) {
            return row.revision >= nextRevision && (row.state != state || row.revision != revision);
        }
    }

    @Override
    public CompletionStage<Integer> purge(int max) {
        // A failed search is logged, and repeated by a later call.
        return purge.purge(max)
                .thenCompose(purged -> orphans.end(purged.at()).handle((ended, failure) -> purged.count()));
    }

    @Override
    public CompletionStage<Long> erase(String destination) {
        return eraser.erase(destination);
    }
}
