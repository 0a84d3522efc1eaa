package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A statement that writes many rows, in the way that is fastest for the database.
 */
interface Bulk {

    /**
     * Writes rows.
     *
     * @param  rows values in the order of the columns: texts, numbers, or null
     * @return      the keys of those that were written
     */
    Set<Long> execute(Session session, List<@Nullable Object[]> rows) throws SQLException;
}
