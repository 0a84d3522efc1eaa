package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Results of the in-memory store.
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
            List<MemoryTables.Offered> visible = tables.results.values().stream()
                    .filter(offered -> offered.message().account.equals(account)
                            && MemoryTables.isVisible(offered.visibleAt(), now))
                    .sorted(Comparator.comparing(MemoryTables.Offered::visibleAt).thenComparing(each -> each.message().id))
                    .limit(max).map(offered -> offered.delivered(now.plus(Visibility.limited(visibility)))).toList();
            visible.forEach(offered -> tables.results.put(offered.message().id, offered));
            return visible.stream()
                    .map(each -> new SmsResultDelivery(each.key(), each.message().snapshot(), each.deliveries())).toList();
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
            Instant visibleAt = tables.now().plus(Visibility.limited(delay));
            List<SmsMessageRevision> open = open(keys);
            for (SmsMessageRevision key : open) {
                tables.results.computeIfPresent(key.messageId(), (id, offered) -> offered.at(visibleAt));
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
