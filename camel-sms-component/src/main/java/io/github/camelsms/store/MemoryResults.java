package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Results of the store in memory.
 */
final class MemoryResults implements MessageResults {

    private final MemoryTables tables;

    MemoryResults(MemoryTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<List<SmsResultDelivery>> claim(String account, int max, Duration visibility) {
        return tables.run(() -> {
            Instant now = tables.now();
            List<Long> visible = tables.results.entrySet().stream()
                    .filter(entry -> !entry.getValue().visibleAt().isAfter(now))
                    .filter(entry -> tables.messages.get(entry.getKey()).account.equals(account))
                    .sorted(Comparator.comparing((Map.Entry<Long, MemoryTables.Offered> e) -> e.getValue().visibleAt())
                            .thenComparing(Map.Entry::getKey))
                    .limit(max).map(Map.Entry::getKey).toList();
            List<SmsResultDelivery> claimed = new ArrayList<>(visible.size());
            for (Long id : visible) {
                MemoryTables.Offered before = tables.results.get(id);
                int delivery = before.deliveries() + 1;
                tables.results.put(
                        id, new MemoryTables.Offered(before.revision(), now.plus(visibility), delivery));
                SmsStoredMessage message = tables.messages.get(id).snapshot();
                claimed.add(
                        new SmsResultDelivery(new SmsMessageRevision(id, before.revision()), message, delivery));
            }
            return claimed;
        });
    }

    @Override
    public CompletionStage<Integer> acknowledge(List<SmsMessageRevision> keys) {
        return tables.run(() -> {
            List<SmsMessageRevision> open = open(keys);
            open.forEach(key -> tables.results.remove(key.messageId()));
            return open.size();
        });
    }

    @Override
    public CompletionStage<Integer> release(List<SmsMessageRevision> keys, Duration delay) {
        return tables.run(() -> {
            Instant visibleAt = tables.now().plus(delay);
            List<SmsMessageRevision> open = open(keys);
            for (SmsMessageRevision key : open) {
                tables.results.computeIfPresent(
                        key.messageId(),
                        (id, before) -> new MemoryTables.Offered(before.revision(), visibleAt, before.deliveries()));
            }
            return open.size();
        });
    }

    private List<SmsMessageRevision> open(List<SmsMessageRevision> keys) {
        return keys.stream().distinct().filter(key -> {
            MemoryTables.Offered offered = tables.results.get(key.messageId());
            return offered != null && offered.revision() == key.revision();
        }).toList();
    }
}
