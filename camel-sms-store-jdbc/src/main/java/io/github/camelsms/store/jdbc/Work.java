package io.github.camelsms.store.jdbc;

import java.sql.SQLException;

/**
 * Statements of one transaction. They must be idempotent, because they are repeated after a failure that leaves open
 * whether the transaction was committed.
 */
interface Work<T> {

    T run(Tx transaction) throws SQLException;
}
