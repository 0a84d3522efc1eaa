package io.github.camelsms.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Opt-outs of the in-memory store.
 */
final class MemoryOptOuts implements OptOuts {

    private final MemoryTables tables;

    MemoryOptOuts(MemoryTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<Integer> add(Collection<String> numbers, @Nullable String reason) {
        return tables.run(() -> {
            int before = tables.optOuts.size();
            OptOuts.keys(numbers)
                    .forEach(key -> tables.optOuts.putIfAbsent(key, new SmsOptOut(key, tables.now(), reason)));
            return tables.optOuts.size() - before;
        });
    }

    @Override
    public CompletionStage<Integer> remove(Collection<String> numbers) {
        return tables
                .run(() -> (int) OptOuts.keys(numbers).stream().map(tables.optOuts::remove).filter(Objects::nonNull).count());
    }

    @Override
    public CompletionStage<Set<String>> contained(Collection<String> numbers) {
        return tables.run(() -> {
            Set<String> contained = new HashSet<>(numbers);
            contained.removeIf(number -> !tables.optOuts.containsKey(OptOuts.key(number)));
            return contained;
        });
    }

    @Override
    public CompletionStage<List<SmsOptOut>> find(Collection<String> numbers) {
        return tables.run(
                () -> OptOuts.keys(numbers).stream().map(tables.optOuts::get).filter(Objects::nonNull).toList());
    }

    @Override
    public CompletionStage<List<SmsOptOut>> find(@Nullable String after, int max) {
        return tables.run(() -> {
            List<SmsOptOut> all = new ArrayList<>(
                    (after == null ? tables.optOuts : tables.optOuts.tailMap(after, false)).values());
            return List.copyOf(all.subList(0, Math.min(max, all.size())));
        });
    }
}
