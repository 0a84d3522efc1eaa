package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Reconciliation of the store in memory.
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
                    .filter(message -> !message.lookAt.isAfter(now))
                    .sorted(Comparator.comparing((MemoryMessage m) -> m.lookAt).thenComparing(m -> m.id)).limit(max)
                    .map(m -> new SmsUnknownMessage(m.snapshot(), m.unknownSince, m.looks, m.lookAt)).toList();
        });
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
        return decide(
                lease, messages,
                message -> tables.conclude(message, SmsMessageState.PARKED, message.code, null, reason, null));
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> resend(SmsLease lease, List<SmsMessageRevision> messages) {
        return decide(lease, messages, message -> {
            if (message.text != null) {
                tables.move(message, SmsMessageState.WAITING);
            }
        });
    }

    private CompletionStage<List<SmsStoredMessage>> decide(
            SmsLease lease, List<SmsMessageRevision> messages, Consumer<MemoryMessage> decision) {
        return tables.run(() -> {
            List<MemoryMessage> unknown = tables.holds(lease) ? unknown(messages) : List.of();
            unknown.forEach(decision);
            return unknown.stream().filter(message -> message.state != SmsMessageState.UNKNOWN)
                    .map(MemoryMessage::snapshot).toList();
        });
    }

    private List<MemoryMessage> unknown(List<SmsMessageRevision> revisions) {
        return tables.all(revisions.stream().map(SmsMessageRevision::messageId).toList()).stream()
                .filter(message -> message.state == SmsMessageState.UNKNOWN && revisions.contains(message.named()))
                .toList();
    }
}
