package io.github.camelsms.store.jdbc;

import java.sql.SQLException;

/**
 * Result of a statement that may not have been executed yet.
 */
interface Later<T> {

    /** Returns the result. Executes the statement first, together with all earlier ones, if it is still waiting. */
    T get() throws SQLException;
}
