package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsRecovered;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWhenUnknown;
import io.github.camelsms.store.SmsWithdrawal;
import org.jspecify.annotations.Nullable;

/**
 * Sending from the JDBC store.
 */
final class JdbcSending implements MessageSending {

    private final Database database;
    private final Messages messages;
    private final MessageChanges changes;
    private final JdbcIntake intake;
    private final JdbcLeases leases;
    private final RequestJournal requests;
    private final ClaimQueries queries;
    private final DueMessages due;

    JdbcSending(Database database, Messages messages, MessageChanges changes, JdbcIntake intake, JdbcLeases leases) {
        this.database = database;
        this.messages = messages;
        this.changes = changes;
        this.intake = intake;
        this.leases = leases;
        this.requests = new RequestJournal(database);
        this.queries = new ClaimQueries(database, messages);
        this.due = new DueMessages(database, messages, changes);
    }

    @Override
    public CompletionStage<SmsClaimed> claim(SmsClaim claim) {
        JdbcIntake.Insertion fresh = intake.new Insertion(claim.fresh());
        ChangedMessages ended = new ChangedMessages(messages);
        AccountWork<SmsClaimed> work = (transaction, accountId) -> {
            SmsClaimed claimed = claim(transaction, accountId, claim, fresh);
            return new SmsClaimed(
                    claimed.isLeaseHeld(), claimed.intakes(), claimed.requests(), ended.all(transaction, claimed.expired()),
                    claimed.hasMore(), claimed.untilDue());
        };
        String account = claim.lease().account();
        return claim.fresh().isEmpty() ? database.write(account, work) : database.writeWithIntake(account, work);
    }

    private SmsClaimed claim(Tx transaction, int accountId, SmsClaim claim, JdbcIntake.Insertion fresh) throws SQLException {
        SmsLease lease = claim.lease();
        Later<List<SmsIntake>> stored = intake.insert(transaction, accountId, lease.account(), fresh);
        // Before it is known whether there is a message to claim, which saves a round trip. Waits for an earlier attempt whose
        // commit is still in progress, so that its requests are found.
        Later<Boolean> renewed = leases.renewToSend(transaction, accountId, lease);
        Later<ClaimQueries.Begin> state = queries.begin(transaction, accountId, claim);
        Later<List<Row>> first = queries.first(transaction, accountId, claim);
        List<SmsIntake> intakes = stored.get();
        ClaimQueries.Begin begin = state.get();
        if (!begin.isLeaseHeld()) {
            if (transaction.mayBeRepeated()) {
                putBackEarlier(transaction, accountId, claim);
            }
            return new SmsClaimed(false, intakes, List.of(), List.of(), false, null);
        }
        if (begin.isRepeated()) {
            return repeated(transaction, accountId, claim, intakes);
        }
        List<Row> expired = List.of();
        if (isPast(begin.expiresAt(), transaction) || isPast(begin.dueAt(), transaction)) {
            expired = due.expire(transaction, accountId);
            due.promote(transaction, accountId);
            state = queries.begin(transaction, accountId, claim);
            first = queries.first(transaction, accountId, claim);
            begin = state.get();
        }
        // If more have expired than a claim ends, the first messages may be among them.
        boolean isExpiring = isPast(begin.expiresAt(), transaction);
        List<Row> waiting = first.get();
        boolean hasMore = waiting.size() > ClaimQueries.size(claim);
        List<Row> next = isExpiring ? List.of() : queries.next(transaction, accountId, claim, waiting, begin.lastLane());
        // A message may have started to wait only after the first attempt to renew the lease.
        if (!next.isEmpty() && !renewed.get() && !leases.renew(transaction, accountId, lease).get()) {
            return new SmsClaimed(false, intakes, List.of(), MessageRecord.snapshots(expired, lease.account()), false, null);
        }
        List<SmsClaimed.Request> claimed = sendInBatches(transaction, accountId, claim, next);
        Long dueAt = begin.dueAt();
        Duration untilDue = dueAt == null ? null : Duration.ofMillis(Math.max(0, dueAt - transaction.now()));
        return new SmsClaimed(
                true, intakes, claimed, MessageRecord.snapshots(expired, lease.account()), hasMore || isExpiring,
                untilDue);
    }

    private static boolean isPast(@Nullable Long time, Tx transaction) throws SQLException {
        return time != null && time <= transaction.now();
    }

    /**
     * Returns the requests of a claim that was already committed, which its caller does not know. Messages that were
     * erased since then are not sent.
     */
    private SmsClaimed repeated(Tx transaction, int accountId, SmsClaim claim, List<SmsIntake> intakes)
            throws SQLException {
        List<SmsClaimed.Request> before = new ArrayList<>();
        List<Row> erased = new ArrayList<>();
        SmsLease lease = claim.lease();
        for (RequestJournal.Open open : requests.of(transaction, accountId, claim)) {
            SmsRequestId id = new SmsRequestId(lease.account(), lease.epoch(), open.number());
            List<Row> inFlight = new ArrayList<>();
            for (Row row : messages.lock(transaction, open.messages())) {
                if (changes.putBackErased(row, id, transaction.time())) {
                    erased.add(row);
                } else if (row.isInFlight(id)) {
                    inFlight.add(row);
                }
            }
            messages.keepSent(inFlight);
            before.add(new SmsClaimed.Request(id, MessageRecord.snapshots(inFlight, lease.account())));
        }
        messages.write(transaction, accountId, erased);
        return new SmsClaimed(
                true, intakes, before, MessageRecord.snapshots(erased, lease.account()), true, Duration.ZERO);
    }

    private List<SmsClaimed.Request> sendInBatches(Tx transaction, int accountId, SmsClaim claim, List<Row> rows)
            throws SQLException {
        SmsLease lease = claim.lease();
        List<SmsClaimed.Request> claimed = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += claim.batchSize()) {
            List<Row> batch = rows.subList(from, Math.min(rows.size(), from + claim.batchSize()));
            SmsRequestId id = new SmsRequestId(
                    lease.account(), lease.epoch(), claim.firstRequest() + from / claim.batchSize());
            claimed.add(send(transaction, accountId, id, batch, claim.timeout()));
        }
        return claimed;
    }

    /** Puts back the requests that an earlier attempt of a claim has committed before the lease was lost. */
    private void putBackEarlier(Tx transaction, int accountId, SmsClaim claim) throws SQLException {
        SmsLease lease = claim.lease();
        for (RequestJournal.Open open : requests.of(transaction, accountId, claim)) {
            SmsRequestId id = new SmsRequestId(lease.account(), lease.epoch(), open.number());
            putBack(transaction, accountId, id, "the lease was lost before its request was sent");
        }
    }

    private SmsClaimed.Request send(Tx transaction, int accountId, SmsRequestId id, List<Row> batch, Duration timeout)
            throws SQLException {
        List<Long> ids = batch.stream().map(row -> row.id).toList();
        requests.open(transaction, accountId, id, ids, timeout);
        messages.dequeue(transaction, ids);
        Instant now = transaction.time();
        for (Row row : batch) {
            changes.send(row, id, now);
            row.isQueued = false;
        }
        messages.keepSent(batch);
        return new SmsClaimed.Request(id, MessageRecord.snapshots(batch, id.account()));
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> record(
            SmsRequestId request, List<SmsMessageOutcome> outcomes, SmsWhenUnknown whenUnknown) {
        Map<Long, SmsMessageOutcome> byId = new HashMap<>();
        outcomes.forEach(outcome -> byId.putIfAbsent(outcome.messageId(), outcome));
        return database.write(request.account(),
                (transaction, accountId) -> record(transaction, accountId, request, byId, whenUnknown));
    }

    private List<SmsStoredMessage> record(
            Tx transaction, int accountId, SmsRequestId request, Map<Long, SmsMessageOutcome> outcomes,
            SmsWhenUnknown whenUnknown)
            throws SQLException {
        Later<List<RequestJournal.Open>> closed = requests.close(transaction, accountId, request);
        Later<List<Row>> unchanged = messages.lockUnchanged(transaction, request, outcomes.keySet());
        Set<Long> others = new HashSet<>(RequestJournal.messages(closed.get()));
        List<Row> rows = new ArrayList<>(unchanged.get());
        rows.removeIf(row -> !others.remove(row.id));
        if (rows.size() < outcomes.size()) {
            others.addAll(outcomes.keySet());
            rows.forEach(row -> others.remove(row.id));
        }
        if (!others.isEmpty()) {
            rows.addAll(messages.lock(transaction, others, closed));
        }
        rows.sort(Comparator.comparingLong(row -> row.id));
        Instant now = transaction.time();
        messages.write(
                transaction, accountId,
                rows.stream().filter(row -> end(row, request, outcomes.get(row.id), whenUnknown, now)).toList());
        return MessageRecord.snapshots(rows, request.account());
    }

    /** Returns whether the message has changed. */
    private boolean end(
            Row row, SmsRequestId request, @Nullable SmsMessageOutcome outcome, SmsWhenUnknown whenUnknown, Instant now) {
        if (outcome != null) {
            return changes.respond(row, request, outcome.result(), outcome.waitsAgain(), now, whenUnknown);
        }
        boolean isInFlight = row.isInFlight(request);
        if (isInFlight) {
            changes.lose(row, MessageChanges.NO_OUTCOME, now, whenUnknown);
        }
        return isInFlight;
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> withdraw(SmsRequestId request, List<SmsWithdrawal> withdrawals) {
        Map<Long, SmsWithdrawal> byId = new HashMap<>();
        withdrawals.forEach(withdrawal -> byId.put(withdrawal.messageId(), withdrawal));
        return database.write(
                request.account(), (transaction, accountId) -> withdraw(transaction, accountId, request, byId));
    }

    private List<SmsStoredMessage> withdraw(
            Tx transaction, int accountId, SmsRequestId request, Map<Long, SmsWithdrawal> withdrawals)
            throws SQLException {
        List<RequestJournal.Open> closed = requests.close(transaction, accountId, request).get();
        List<Row> rows = messages.lock(transaction, withdrawals.keySet(), () -> closed);
        Instant now = transaction.time();
        List<Row> withdrawn = new ArrayList<>(rows.size());
        for (Row row : rows) {
            SmsWithdrawal withdrawal = withdrawals.get(row.id);
            if (withdrawal != null && changes.withdraw(row, request, withdrawal, now)) {
                withdrawn.add(row);
            }
        }
        messages.write(transaction, accountId, withdrawn);
        for (RequestJournal.Open open : closed) {
            List<Long> left = open.messages().stream().filter(id -> !withdrawals.containsKey(id)).toList();
            if (!left.isEmpty()) {
                requests.reopen(transaction, accountId, open, left);
            }
        }
        return MessageRecord.snapshots(rows, request.account());
    }

    @Override
    public CompletionStage<Integer> putBack(SmsRequestId request, String reason) {
        return database.write(request.account(), (transaction, accountId) -> {
            // Waits for a claim whose commit is still in progress.
            leases.lock(transaction, accountId);
            return (int) putBack(transaction, accountId, request, reason).stream()
                    .filter(row -> row.state == SmsMessageState.WAITING).count();
        });
    }

    private List<Row> putBack(Tx transaction, int accountId, SmsRequestId request, String reason) throws SQLException {
        List<Row> waiting = new ArrayList<>();
        for (Row row : close(transaction, accountId, request)) {
            if (changes.putBack(row, request, reason, transaction.time())) {
                waiting.add(row);
            }
        }
        messages.write(transaction, accountId, waiting);
        return waiting;
    }

    /** Closes a request without outcomes, and locks and loads its messages. */
    private List<Row> close(Tx transaction, int accountId, SmsRequestId request) throws SQLException {
        List<RequestJournal.Open> closed = requests.close(transaction, accountId, request).get();
        List<Long> ids = RequestJournal.messages(closed);
        return messages.lock(transaction, ids, () -> closed);
    }

    @Override
    public CompletionStage<SmsRecovered> recover(SmsLease lease, long firstOpen, SmsWhenUnknown whenUnknown) {
        ChangedMessages lost = new ChangedMessages(messages);
        return database.write(lease.account(), (transaction, accountId) -> {
            SmsRecovered recovered = recover(transaction, accountId, lease, firstOpen, whenUnknown);
            return new SmsRecovered(
                    recovered.isLeaseHeld(), lost.all(transaction, recovered.messages()), recovered.untilNext());
        });
    }

    private SmsRecovered recover(
            Tx transaction, int accountId, SmsLease lease, long firstOpen, SmsWhenUnknown whenUnknown)
            throws SQLException {
        if (!leases.lockHeld(transaction, accountId, lease)) {
            return new SmsRecovered(false, List.of(), null);
        }
        List<SmsStoredMessage> lost = new ArrayList<>();
        List<RequestJournal.Open> before = requests.before(transaction, accountId, lease.epoch(), firstOpen);
        for (RequestJournal.Open open : before) {
            long millisLeft = open.millisLeft(transaction.now());
            if (millisLeft > 0) {
                return new SmsRecovered(true, lost, Duration.ofMillis(millisLeft));
            }
            SmsRequestId id = new SmsRequestId(lease.account(), open.epoch(), open.number());
            List<Row> inFlight = close(transaction, accountId, id).stream().filter(row -> row.isInFlight(id)).toList();
            Instant now = transaction.time();
            inFlight.forEach(row -> changes.lose(row, MessageChanges.OWNER_DIED, now, whenUnknown));
            messages.write(transaction, accountId, inFlight);
            lost.addAll(MessageRecord.snapshots(inFlight, lease.account()));
        }
        return new SmsRecovered(true, lost, before.size() == RequestJournal.MAX_RECOVERED ? Duration.ZERO : null);
    }
}
