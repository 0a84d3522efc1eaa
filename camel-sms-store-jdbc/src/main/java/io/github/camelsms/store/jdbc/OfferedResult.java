package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

import io.github.camelsms.store.SmsMessageRevision;

/**
 * Outcome that is offered to consumers.
 *
 * @param deliveries number of earlier deliveries
 */
record OfferedResult(SmsMessageRevision key, int deliveries) {

    static OfferedResult read(ResultSet row) throws SQLException {
        return new OfferedResult(new SmsMessageRevision(row.getLong(1), row.getLong(2)), row.getInt(3));
    }
}
