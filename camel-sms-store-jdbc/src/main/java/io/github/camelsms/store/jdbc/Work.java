package io.github.camelsms.store.jdbc;

import java.sql.SQLException;

/**
 * Statements of one transaction. They can be executed again after a failure that leaves open whether the transaction
 * was committed, so they must come to the same end then.
 */
interface Work<T> {

    T run(Tx transaction) throws SQLException;
}
