package io.github.camelsms.store.jdbc;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Messages that this store has inserted and that wait, so that a claim does not have to read them again. For a database
 * that belongs to one process; empty otherwise. A rolled back transaction leaves messages that no claim finds. Confined
 * to the writer.
 */
final class FreshRows {

    /** Maximum number of messages, a few megabytes. The oldest are dropped first. */
    private static final int MAX_MESSAGES = 20_000;

    private final Map<Long, Row> rows = new LinkedHashMap<>();

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Adds a message, and replaces that of an earlier attempt to store it. */
    void add(Row row) {
        rows.put(row.id, row);
        if (rows.size() > MAX_MESSAGES) {
            rows.remove(rows.keySet().iterator().next());
        }
    }

    /** Returns a message, or null if it is not known. */
    @Nullable
    Row get(long id) {
        return rows.get(id);
    }

    /** Removes messages that leave the queue. */
    void remove(Collection<Long> ids) {
        if (!rows.isEmpty()) {
            ids.forEach(rows::remove);
        }
    }
}
