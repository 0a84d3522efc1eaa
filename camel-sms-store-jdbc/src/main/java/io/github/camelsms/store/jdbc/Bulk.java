package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Statement that writes many rows in the fastest way for the database.
 */
interface Bulk {

    /**
     * Writes rows.
     *
     * @param  rows values in the order of the columns: texts, numbers, times, constants, or null
     * @return      the keys of the rows that were written
     */
    Later<List<Long>> write(Tx transaction, List<@Nullable Object[]> rows) throws SQLException;
}
