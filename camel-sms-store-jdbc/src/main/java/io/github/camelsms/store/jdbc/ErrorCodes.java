package io.github.camelsms.store.jdbc;

import java.sql.SQLException;

/**
 * Meaning of a database's error codes.
 */
interface ErrorCodes {

    /** Returns whether a failed transaction may succeed if it is repeated immediately. */
    boolean isTransient(SQLException failure);

    /**
     * Returns whether a statement failed because of some of its rows: their values cannot be stored, or another
     * transaction has locked them.
     */
    boolean dependsOnMessages(SQLException failure);

    /** Returns whether a commit that failed has certainly stored nothing. */
    boolean isRolledBack(SQLException failure);

    /** Returns whether the connection to the database was lost, or could not be established. */
    boolean isDisconnected(SQLException failure);

    /**
     * Returns whether the session has a setting of an earlier time, so that its connection must not return to a pool.
     */
    boolean isStale(SQLException failure);

    /** Returns what happened and the remedy, for operators. */
    String explain(SQLException failure);
}
