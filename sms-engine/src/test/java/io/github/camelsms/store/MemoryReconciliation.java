package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Reconciliation of the in-memory store.
 */
final class MemoryReconciliation implements MessageReconciliation {

    private final MemoryTables tables;

    MemoryReconciliation(MemoryTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<List<SmsUnknownMessage>> due(String account, int max) {
        return tables.run(() -> {
            Instant now = tables.now();
            return tables.messages.values().stream()
                    .filter(message -> message.account.equals(account) && message.state == SmsMessageState.UNKNOWN)
                    .filter(message -> isDue(message, now))
                    .sorted(Comparator
                            .comparing((MemoryMessage m) -> m.lookAt, Comparator.nullsFirst(Comparator.naturalOrder()))
                            .thenComparing(m -> m.id))
                    .limit(max)
                    .map(m -> m.unknown(account, now)).toList();
        });
    }

    private static boolean isDue(MemoryMessage message, Instant now) {
        if (message.lookAt == null || message.unknownSince == null) {
            return false;
        }
        boolean hasClockGoneBack = message.unknownSince.isAfter(now) && message.lookAt.isAfter(now.plus(MAX_DELAY));
        return hasClockGoneBack || !message.lookAt.isAfter(now);
    }

    @Override
    public CompletionStage<Integer> lookAgain(List<SmsMessageRevision> messages, Duration after) {
        return tables.run(() -> {
            List<MemoryMessage> unknown = unknown(messages);
            for (MemoryMessage message : unknown) {
                message.looks++;
                message.lookAt = tables.now().plus(after);
            }
            return unknown.size();
        });
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> park(SmsLease lease, List<SmsMessageRevision> messages, String reason) {
        return decide(lease, messages, message -> tables.changes.park(message, reason, tables.now()));
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> resend(SmsLease lease, List<SmsMessageRevision> messages) {
        return decide(lease, messages, message -> tables.changes.resendUnknown(message, tables.now()));
    }

    private CompletionStage<List<SmsStoredMessage>> decide(
            SmsLease lease, List<SmsMessageRevision> messages, Predicate<MemoryMessage> decision) {
        return tables.run(() -> {
            List<MemoryMessage> unknown = tables.holds(lease) ? unknown(messages) : List.of();
            List<MemoryMessage> decided = unknown.stream().filter(decision).toList();
            decided.forEach(tables::store);
            return MessageRecord.snapshots(decided, lease.account());
        });
    }

    private List<MemoryMessage> unknown(List<SmsMessageRevision> revisions) {
        return tables.all(revisions.stream().map(SmsMessageRevision::messageId).toList()).stream()
                .filter(message -> message.state == SmsMessageState.UNKNOWN && revisions.contains(message.named()))
                .toList();
    }
}
