package io.github.camelsms.store.jdbc;

import java.sql.SQLException;

/**
 * {@link Work} for one account.
 */
interface AccountWork<T> {

    T run(Tx transaction, int accountId) throws SQLException;
}
