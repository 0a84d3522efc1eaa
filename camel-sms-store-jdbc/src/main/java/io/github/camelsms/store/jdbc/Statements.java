package io.github.camelsms.store.jdbc;

import java.sql.SQLException;

/**
 * Statements of one transaction.
 */
interface Statements<T> {

    T execute() throws SQLException;
}
