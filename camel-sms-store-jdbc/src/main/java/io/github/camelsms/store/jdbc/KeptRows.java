package io.github.camelsms.store.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Messages as this store has written them, so that it does not have to read them again. Confined to the writer.
 */
final class KeptRows {

    /** Maximum number of messages, some 10 MB. The oldest are dropped first. */
    private static final int MAX_MESSAGES = 20_000;

    private final Map<Long, Row> rows = new LinkedHashMap<>();

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /**
     * Adds a message, and replaces its earlier form. One with large headers is not kept, because nothing else limits
     * their size.
     */
    void add(Row row) {
        if (row.hasLargeHeaders()) {
            rows.remove(row.id);
            return;
        }
        rows.put(row.id, row);
        if (rows.size() > MAX_MESSAGES) {
            rows.remove(rows.keySet().iterator().next());
        }
    }

    /** Returns a message, or null if it is not kept. */
    @Nullable
    Row get(long id) {
        return rows.get(id);
    }

    /** Removes messages and returns those that were kept. */
    List<Row> take(Collection<Long> ids) {
        List<Row> taken = new ArrayList<>(ids.size());
        if (!rows.isEmpty()) {
            for (Long id : ids) {
                Row row = rows.remove(id);
                if (row != null) {
                    taken.add(row);
                }
            }
        }
        return taken;
    }

    void remove(long id) {
        rows.remove(id);
    }
}
