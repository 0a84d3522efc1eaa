package io.github.camelsms.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Operations of the in-memory store.
 */
final class MemoryOperations implements MessageOperations {

    private static final Comparator<SmsMessagePage.Key> ORDER
            = Comparator.comparing(SmsMessagePage.Key::outcomeAt).thenComparing(SmsMessagePage.Key::id);

    private final MemoryTables tables;

    MemoryOperations(MemoryTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> find(String account, Collection<String> correlationIds) {
        return tables.run(() -> {
            Map<String, MemoryMessage> rows = tables.account(account).byCorrelationId;
            return correlationIds.stream().distinct().map(rows::get).filter(Objects::nonNull).map(MemoryMessage::snapshot)
                    .toList();
        });
    }

    @Override
    public CompletionStage<SmsMessagePage> find(
            String account, SmsMessageFilter filter, SmsMessagePage.@Nullable Key after, int max) {
        return tables.run(() -> {
            List<MemoryMessage> found = tables.messages.values().stream()
                    .filter(message -> message.account.equals(account) && filter.matches(message))
                    .filter(message -> after == null || ORDER.compare(key(message), after) > 0)
                    .sorted(Comparator.comparing(MemoryOperations::key, ORDER)).limit(max).toList();
            return new SmsMessagePage(
                    MessageRecord.snapshots(found, account), found.size() < max ? null : key(found.get(max - 1)));
        });
    }

    @Override
    public CompletionStage<List<SmsFileProgress>> progress(
            String account, Instant since, Collection<SmsFileProgress> known) {
        return tables.run(() -> tables.messages.values().stream()
                .filter(message -> message.account.equals(account) && message.origin != null
                        && !message.storedAt.isBefore(since))
                .collect(Collectors.groupingBy(message -> message.origin.file())).values().stream()
                .map(MemoryOperations::progress).sorted(Comparator.comparing(SmsFileProgress::lastStoredAt).reversed())
                .limit(MAX_FILES).toList());
    }

    private static SmsFileProgress progress(List<MemoryMessage> messages) {
        return new SmsFileProgress(
                Objects.requireNonNull(messages.get(0).origin).file(), messages.get(0).storedAt,
                messages.get(messages.size() - 1).storedAt, messages.size(),
                count(messages, message -> message.state.outcome() == null),
                count(messages, message -> message.state == SmsMessageState.ACCEPTED),
                count(messages, message -> message.state == SmsMessageState.REJECTED),
                count(messages, message -> message.state == SmsMessageState.NOT_SENT),
                count(messages, message -> message.state.outcome() == SmsOutcome.UNKNOWN),
                count(messages, message -> message.state == SmsMessageState.CANCELLED),
                count(messages, message -> message.deliveryStatus == SmsDeliveryStatus.DELIVERED),
                count(messages, message -> message.deliveryStatus != null && message.deliveryStatus.isNotDelivered()));
    }

    private static long count(List<MemoryMessage> messages, Predicate<MemoryMessage> condition) {
        return messages.stream().filter(condition).count();
    }

    @Override
    public CompletionStage<SmsNotReached> notReached(String account, Instant from, Instant to) {
        SmsMessageFilter filter = SmsMessageFilter.notReached(from, to);
        return tables.run(() -> {
            List<SmsStoredMessage> all = tables.messages.values().stream()
                    .filter(message -> message.account.equals(account) && filter.matches(message))
                    .sorted(Comparator.comparing(MemoryOperations::key, ORDER).reversed()).map(MemoryMessage::snapshot)
                    .toList();
            Map<String, Long> byReason = new LinkedHashMap<>();
            all.stream().collect(Collectors.groupingBy(SmsNotReached::reason, TreeMap::new, Collectors.counting())).entrySet()
                    .stream().sorted(Map.Entry.<String, Long> comparingByValue().reversed()).limit(SmsNotReached.MAX_REASONS)
                    .forEach(each -> byReason.put(each.getKey(), each.getValue()));
            return new SmsNotReached(all.size(), byReason, all.stream().limit(SmsNotReached.MAX_LATEST).toList());
        });
    }

    private static SmsMessagePage.Key key(MemoryMessage message) {
        return new SmsMessagePage.Key(Objects.requireNonNull(message.outcomeAt()), message.id);
    }

    @Override
    public CompletionStage<List<SmsSentMessage>> sentTo(Collection<String> numbers, Instant since) {
        return tables.run(
                () -> tables.messages.values().stream().filter(message -> numbers.contains(message.destination))
                        .filter(message -> message.state == SmsMessageState.SENDING || isSent(message, since))
                        .map(message -> new SmsSentMessage(
                                message.account, message.correlationId, String.valueOf(message.destination)))
                        .toList());
    }

    private static boolean isSent(MemoryMessage message, Instant since) {
        boolean maySent = message.state == SmsMessageState.ACCEPTED || message.state == SmsMessageState.UNKNOWN
                || message.state == SmsMessageState.PARKED;
        return maySent && message.sentAt != null && !message.sentAt.isBefore(since);
    }

    @Override
    public CompletionStage<Map<SmsMessageState, Long>> count(String account) {
        return tables.run(() -> {
            Map<SmsMessageState, Long> counts = new EnumMap<>(SmsMessageState.class);
            for (SmsMessageState state : SmsMessageState.values()) {
                counts.put(state, 0L);
            }
            tables.account(account).byCorrelationId.values().forEach(message -> counts.merge(message.state, 1L, Long::sum));
            return counts;
        });
    }

    @Override
    public CompletionStage<Duration> oldestWaiting(String account) {
        return tables.run(() -> {
            Instant now = tables.now();
            MemoryTables.Account found = tables.account(account);
            return Stream.concat(found.waiting.stream(), found.scheduled.stream())
                    .filter(message -> message.revision == 0 && message.isDue(now))
                    .map(message -> Duration.between(message.waitsSince(), now)).max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
        });
    }

    @Override
    public CompletionStage<Long> unacknowledged(String account) {
        return tables.run(() -> tables.results.values().stream().filter(
                offered -> offered.message().account.equals(account)).count());
    }

    @Override
    public CompletionStage<List<SmsOperated>> resend(String account, Collection<String> correlationIds) {
        return operate(account, correlationIds, message -> tables.changes.resend(message, tables.now()));
    }

    @Override
    public CompletionStage<Boolean> resubmit(String account, String correlationId, long revision, Duration timeToLive) {
        return operate(
                account, List.of(correlationId),
                message -> tables.changes.resubmit(message, revision, timeToLive, tables.now()))
                .thenApply(operated -> operated.get(0).isChanged());
    }

    @Override
    public CompletionStage<List<SmsOperated>> cancel(String account, Collection<String> correlationIds, String reason) {
        return operate(account, correlationIds, message -> tables.changes.cancel(message, reason, tables.now()));
    }

    @Override
    public CompletionStage<List<SmsOperated>> giveUp(String account, Collection<String> correlationIds, String reason) {
        return operate(account, correlationIds, message -> tables.changes.giveUp(message, reason, tables.now()));
    }

    @Override
    public CompletionStage<List<SmsOperated>> settle(
            String account, Collection<String> correlationIds, SmsOutcome outcome, String reason) {
        return operate(account, correlationIds, message -> tables.changes.settle(message, outcome, reason, tables.now()));
    }

    /**
     * @param operation returns whether it has changed the message
     */
    private CompletionStage<List<SmsOperated>> operate(
            String account, Collection<String> correlationIds, Predicate<MemoryMessage> operation) {
        return tables.run(() -> {
            List<SmsOperated> operated = new ArrayList<>();
            for (String id : correlationIds) {
                MemoryMessage message = tables.account(account).byCorrelationId.get(id);
                boolean isChanged = message != null && operation.test(message);
                if (message != null && isChanged) {
                    tables.store(message);
                }
                operated.add(new SmsOperated(id, message == null ? null : message.state, isChanged));
            }
            return operated;
        });
    }

    @Override
    public CompletionStage<Integer> purge(int max) {
        return tables.run(() -> {
            Instant before = tables.now().minus(tables.retention);
            List<MemoryMessage> old = tables.messages.values().stream()
                    .filter(message -> message.finishedAt != null && message.finishedAt.isBefore(before))
                    .filter(message -> !tables.results.containsKey(message.id)).limit(max).toList();
            old.forEach(tables::remove);
            return old.size();
        });
    }

    @Override
    public CompletionStage<Long> erase(String destination) {
        return tables.run(() -> {
            long count = 0;
            for (MemoryMessage message : tables.messages.values()) {
                if (destination.equals(message.destination)) {
                    erase(message);
                    count++;
                }
            }
            for (MemoryBlock block : tables.blocks.values()) {
                block.open.replaceAll((position, status) -> withoutNumber(status, destination));
                if (MessageChanges.hasNumber(new String(block.body, StandardCharsets.UTF_8), destination)) {
                    block.eraseBody();
                }
            }
            return count;
        });
    }

    private void erase(MemoryMessage message) {
        tables.changes.erase(message, tables.now());
        message.content = null;
        tables.store(message);
    }

    private static SmsStatus withoutNumber(SmsStatus status, String destination) {
        return MessageChanges.hasNumber(status.destination(), destination)
                ? new SmsStatus(status.correlationId(), null, status.sentDate(), status.status(), status.rawStatus())
                : status;
    }
}
