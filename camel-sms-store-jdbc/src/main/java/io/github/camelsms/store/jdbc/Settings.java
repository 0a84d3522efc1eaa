package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What a store keeps about itself.
 */
final class Settings {

    private static final String KEY = "hash.key";

    private Settings() {
    }

    /**
     * Prepares an open database: gives it a key for hashes unless it has one, and frees accounts, results and statuses
     * that an earlier process has left, if the database belongs to one process at a time.
     *
     * @return the key
     */
    static String prepare(Connection connection, Dialect dialect, String tablePrefix) throws SQLException {
        return dialect.transact(connection, false, () -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO " + tablePrefix + "setting (name, value) VALUES ('" + KEY + "', ?) ON CONFLICT DO NOTHING")) {
                insert.setString(1, Fingerprints.newKey());
                insert.executeUpdate();
            }
            if (!dialect.isShared()) {
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate("UPDATE " + tablePrefix + "account SET lease_until = 0");
                    statement.executeUpdate("UPDATE " + tablePrefix + "result SET visible_at = 0 WHERE visible_at > 0");
                    statement.executeUpdate("UPDATE " + tablePrefix + "block SET visible_at = 0 WHERE visible_at > 0");
                }
            }
            return key(connection, tablePrefix);
        });
    }

    private static String key(Connection connection, String tablePrefix) throws SQLException {
        try (Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery(
                     "SELECT value FROM " + tablePrefix + "setting WHERE name = '" + KEY + "'")) {
            row.next();
            return row.getString(1);
        }
    }
}
