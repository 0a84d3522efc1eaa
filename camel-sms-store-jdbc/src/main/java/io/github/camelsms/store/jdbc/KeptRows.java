package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsRequestId;
import org.jspecify.annotations.Nullable;

/**
 * Messages as this store has written them, so that it does not have to read them again. A rolled back transaction
 * leaves messages that are not in the database, or are there in an earlier state, so a message must be in the expected
 * state. Confined to the writer.
 */
final class KeptRows {

    /** Maximum number of messages, some 22 MB. Those that have not been used for longest are dropped first. */
    private static final int MAX_MESSAGES = 40_000;

    private final Map<Long, Row> rows = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * State of a waiting message in the database.
     *
     * @param fingerprint hash of text and destination; null if they were erased, or it has changed since it was
     *                    inserted
     */
    record Check(long id, @Nullable Long fingerprint) {

        static final String COLUMNS
                = "m.id, CASE WHEN m.state = '" + Row.OPEN + "' AND m.revision = 0 AND m.request IS NULL"
                  + " AND m.delivery_status IS NULL AND m.destination IS NOT NULL THEN m.fingerprint END";

        static Check read(ResultSet row) throws SQLException {
            return new Check(row.getLong(1), Row.number(row, 2));
        }
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

    /** Returns a waiting message, or null if it is not kept as it is in the database. */
    @Nullable
    Row waiting(Check inDatabase) {
        Row row = rows.get(inDatabase.id);
        return row != null && row.isQueued && row.state == SmsMessageState.WAITING && row.fingerprint != null
                && row.fingerprint.equals(inDatabase.fingerprint) ? row : null;
    }

    /** Returns a message in flight with a request, or null if it is not kept. */
    @Nullable
    Row inFlight(Long id, SmsRequestId request) {
        Row row = rows.get(id);
        return row != null && row.isInFlight(request) ? row : null;
    }

    /** Removes an outcome and returns it, or null if it is not kept. */
    @Nullable
    Row takeOutcome(SmsMessageRevision outcome) {
        Row row = rows.remove(outcome.messageId());
        return row != null && row.state.outcome() != null && row.revision == outcome.revision() ? row : null;
    }

    void remove(long id) {
        rows.remove(id);
    }
}
