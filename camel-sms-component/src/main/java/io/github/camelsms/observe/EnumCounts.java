package io.github.camelsms.observe;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counter for each constant of an enum. Thread-safe.
 */
final class EnumCounts<E extends Enum<E>> {

    private final LongAdder[] counts;
    private final Class<E> type;

    EnumCounts(Class<E> type) {
        this.type = type;
        this.counts = new LongAdder[type.getEnumConstants().length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    void increment(E constant) {
        add(constant, 1);
    }

    void add(E constant, long count) {
        counts[constant.ordinal()].add(count);
    }

    long get(E constant) {
        return counts[constant.ordinal()].sum();
    }

    Map<E, Long> all() {
        Map<E, Long> all = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            all.put(constant, get(constant));
        }
        return all;
    }
}
