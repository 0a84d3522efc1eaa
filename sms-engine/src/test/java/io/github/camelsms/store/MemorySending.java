package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Sending from the in-memory store.
 */
final class MemorySending implements MessageSending {

    private final MemoryTables tables;
    private final MemoryIntake intake;

    MemorySending(MemoryTables tables, MemoryIntake intake) {
        this.tables = tables;
        this.intake = intake;
    }

    @Override
    public CompletionStage<SmsClaimed> claim(SmsClaim claim) {
        return tables.run(() -> {
            SmsLease lease = claim.lease();
            List<SmsIntake> intakes = intake.storeAll(lease.account(), claim.fresh());
            if (!tables.holds(lease)) {
                return new SmsClaimed(false, intakes, List.of(), List.of(), false, null);
            }
            MemoryTables.Account account = tables.account(lease.account());
            Instant now = tables.now();
            List<SmsStoredMessage> expired = new ArrayList<>(expire(account, now));
            for (MemoryMessage message : account.scheduled.stream().filter(each -> each.isDue(now)).toList()) {
                tables.changes.promote(message);
                tables.store(message);
            }
            List<SmsClaimed.Request> requests = requests(claim, account, now, expired);
            if (!requests.isEmpty()) {
                account.leaseUntil = now.plus(tables.leaseDuration);
            }
            return new SmsClaimed(true, intakes, requests, expired, !account.waiting.isEmpty(), untilDue(account, now));
        });
    }

    private List<SmsStoredMessage> expire(MemoryTables.Account account, Instant now) {
        List<MemoryMessage> expired = Stream.concat(account.waiting.stream(), account.scheduled.stream())
                .filter(message -> message.hasExpired(now)).sorted(Comparator.comparing(message -> message.id)).toList();
        for (MemoryMessage message : expired) {
            tables.changes.expire(message, now);
            tables.store(message);
        }
        return expired.stream().map(MemoryMessage::snapshot).toList();
    }

    private static @Nullable Duration untilDue(MemoryTables.Account account, Instant now) {
        return account.scheduled.stream().map(message -> Duration.between(now, message.dueAt))
                .min(Comparator.naturalOrder()).orElse(null);
    }

    /**
     * @param erased receives messages of a repeated claim that were erased meanwhile
     */
    private List<SmsClaimed.Request> requests(
            SmsClaim claim, MemoryTables.Account account, Instant now, List<SmsStoredMessage> erased) {
        List<SmsClaimed.Request> requests = new ArrayList<>();
        List<MemoryMessage> turn = next(account, claim.requests() * claim.batchSize());
        boolean isRepeated = tables.requests.containsKey(id(claim, 0));
        for (int i = 0; i < claim.requests(); i++) {
            SmsRequestId id = id(claim, i);
            MemoryTables.Request before = tables.requests.get(id);
            if (before != null) {
                for (MemoryMessage message : inFlight(id)) {
                    if (tables.changes.putBackErased(message, id, now)) {
                        tables.store(message);
                        erased.add(message.snapshot());
                    }
                }
                requests.add(new SmsClaimed.Request(id, MessageRecord.snapshots(inFlight(id), id.account())));
            } else if (!isRepeated && i * claim.batchSize() < turn.size()) {
                List<MemoryMessage> batch = turn.subList(
                        i * claim.batchSize(), Math.min(turn.size(), (i + 1) * claim.batchSize()));
                send(id, batch, now, claim.timeout());
                requests.add(new SmsClaimed.Request(id, MessageRecord.snapshots(batch, id.account())));
            }
        }
        return requests;
    }

    private static SmsRequestId id(SmsClaim claim, int request) {
        return new SmsRequestId(claim.lease().account(), claim.lease().epoch(), claim.firstRequest() + request);
    }

    private static List<MemoryMessage> next(MemoryTables.Account account, int count) {
        int share = account.waiting.size() <= count ? 0 : count / LONGEST_WAITING_EVERY;
        Set<MemoryMessage> next = new LinkedHashSet<>();
        account.waiting.stream().limit(count - share).forEach(next::add);
        account.waiting.stream().filter(message -> !next.contains(message))
                .sorted(Comparator.comparing(message -> message.id)).limit(share).toList().forEach(next::add);
        return List.copyOf(next);
    }

    private void send(SmsRequestId id, List<MemoryMessage> batch, Instant now, Duration timeout) {
        tables.requests.put(id, new MemoryTables.Request(batch.stream().map(m -> m.id).toList(), now, now.plus(timeout)));
        for (MemoryMessage message : batch) {
            tables.changes.send(message, id, now);
            tables.store(message);
        }
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> record(
            SmsRequestId request, List<SmsMessageOutcome> outcomes, SmsWhenUnknown whenUnknown) {
        return tables.run(() -> {
            List<MemoryMessage> recorded = tables.all(outcomes.stream().map(SmsMessageOutcome::messageId).toList());
            Map<Long, SmsMessageOutcome> byId = outcomes.stream()
                    .collect(Collectors.toMap(SmsMessageOutcome::messageId, Function.identity(), (first, second) -> first));
            for (MemoryMessage message : recorded) {
                SmsMessageOutcome outcome = byId.get(message.id);
                if (outcome != null) {
                    tables.changes.respond(
                            message, request, outcome.result(), outcome.waitsAgain(), tables.now(), whenUnknown);
                    tables.store(message);
                }
            }
            List<MemoryMessage> withoutOutcome = inFlight(request).stream().filter(m -> !byId.containsKey(m.id)).toList();
            lose(withoutOutcome, MessageChanges.NO_OUTCOME, whenUnknown);
            tables.requests.remove(request);
            return Stream.concat(recorded.stream(), withoutOutcome.stream()).map(MemoryMessage::snapshot).toList();
        });
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> withdraw(SmsRequestId request, List<SmsWithdrawal> withdrawals) {
        return tables.run(() -> {
            Map<Long, SmsWithdrawal> byId = withdrawals.stream()
                    .collect(Collectors.toMap(SmsWithdrawal::messageId, Function.identity()));
            List<MemoryMessage> withdrawn = tables.all(List.copyOf(byId.keySet()));
            for (MemoryMessage message : withdrawn) {
                SmsWithdrawal withdrawal = byId.get(message.id);
                if (withdrawal != null && tables.changes.withdraw(message, request, withdrawal, tables.now())) {
                    tables.store(message);
                }
            }
            tables.requests.computeIfPresent(request, (id, row) -> row.without(byId.keySet()));
            return MessageRecord.snapshots(withdrawn, request.account());
        });
    }

    @Override
    public CompletionStage<Integer> putBack(SmsRequestId request, String reason) {
        return tables.run(() -> {
            MemoryTables.Request row = tables.requests.remove(request);
            int count = 0;
            for (MemoryMessage message : row == null ? List.<MemoryMessage> of() : tables.all(row.messages())) {
                boolean isChanged = tables.changes.putBack(message, request, reason, tables.now());
                tables.store(message);
                count += isChanged && message.state == SmsMessageState.WAITING ? 1 : 0;
            }
            return count;
        });
    }

    @Override
    public CompletionStage<SmsRecovered> recover(SmsLease lease, long firstOpen, SmsWhenUnknown whenUnknown) {
        return tables.run(() -> {
            if (!tables.holds(lease)) {
                return new SmsRecovered(false, List.of(), null);
            }
            Instant now = tables.now();
            List<SmsStoredMessage> lost = new ArrayList<>();
            Duration untilNext = null;
            for (SmsRequestId id : before(lease, firstOpen)) {
                MemoryTables.Request request = tables.requests.get(id);
                if (request != null && request.isAwaited(now)) {
                    Duration until = Duration.between(now, request.deadline());
                    untilNext = untilNext == null || until.compareTo(untilNext) < 0 ? until : untilNext;
                } else {
                    List<MemoryMessage> inFlight = inFlight(id);
                    lose(inFlight, MessageChanges.OWNER_DIED, whenUnknown);
                    lost.addAll(MessageRecord.snapshots(inFlight, id.account()));
                    tables.requests.remove(id);
                }
            }
            return new SmsRecovered(true, lost, untilNext);
        });
    }

    private void lose(List<MemoryMessage> messages, String reason, SmsWhenUnknown whenUnknown) {
        for (MemoryMessage message : messages) {
            tables.changes.lose(message, reason, tables.now(), whenUnknown);
            tables.store(message);
        }
    }

    private List<SmsRequestId> before(SmsLease lease, long firstOpen) {
        return tables.requests.keySet().stream()
                .filter(id -> id.account().equals(lease.account())
                        && (id.epoch() < lease.epoch() || id.epoch() == lease.epoch() && id.number() < firstOpen))
                .sorted(Comparator.comparing(SmsRequestId::epoch).thenComparing(SmsRequestId::number)).toList();
    }

    private List<MemoryMessage> inFlight(SmsRequestId id) {
        MemoryTables.Request request = tables.requests.get(id);
        return request == null
                ? List.of() : tables.all(request.messages()).stream()
                        .filter(message -> message.isInFlight(id)).toList();
    }
}
