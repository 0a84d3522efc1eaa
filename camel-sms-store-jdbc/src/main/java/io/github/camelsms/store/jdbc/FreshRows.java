package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Messages that this store has inserted and that wait, so that a claim does not have to read them again. For a database
 * that belongs to one process; empty otherwise. A rolled back transaction leaves messages that no claim finds. Confined
 * to the writer.
 */
final class FreshRows {

    private final KeptRows rows = new KeptRows();

    /**
     * State of a waiting message in the database.
     *
     * @param fingerprint hash of text and destination, or null if they were erased
     * @param isUnchanged whether it has not changed since it was inserted
     */
    record Check(long id, @Nullable Long fingerprint, boolean isUnchanged) {

        static final String COLUMNS
                = "m.id, m.fingerprint, m.state = '" + Row.OPEN + "' AND m.revision = 0 AND m.request IS NULL"
                  + " AND m.delivery_status IS NULL AND m.destination IS NOT NULL";

        static Check read(ResultSet row) throws SQLException {
            return new Check(row.getLong(1), Row.number(row, 2), row.getBoolean(3));
        }
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void add(Row row) {
        rows.add(row);
    }

    /** Returns a message, or null if it is not known as it is in the database. */
    @Nullable
    Row get(Check inDatabase) {
        Row row = inDatabase.isUnchanged ? rows.get(inDatabase.id) : null;
        return row != null && Objects.equals(row.fingerprint, inDatabase.fingerprint) ? row : null;
    }

    /** Removes messages that leave the queue. */
    void remove(Collection<Long> ids) {
        rows.take(ids);
    }
}
