package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Settings of a store in its database.
 */
final class Settings {

    private static final String KEY = "hash.key";

    private Settings() {
    }

    /**
     * Prepares an open database: creates the key for hashes if it is missing. If the database belongs to one process at
     * a time, also releases accounts, results and statuses that an earlier process has claimed.
     *
     * @return the key
     */
    static String prepare(Connection connection, Dialect dialect) throws SQLException {
        String tables = dialect.tables();
        return dialect.transact(connection, false, () -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO " + tables + "setting (name, value) VALUES ('" + KEY
                                                                        + "', ?) ON CONFLICT (name) DO NOTHING")) {
                insert.setString(1, Fingerprints.newKey());
                insert.executeUpdate();
            }
            if (!dialect.isShared()) {
                try (Session session = new Session(connection)) {
                    Tx transaction = new Tx(session, dialect, true);
                    transaction.update("UPDATE " + tables + "account SET lease_until = 0");
                    for (String show : show(tables)) {
                        transaction.update(show, transaction.now());
                    }
                }
            }
            return key(connection, tables);
        });
    }

    /**
     * Returns statements that make visible what an earlier process has claimed. They use an index, because there may be
     * millions of rows.
     */
    static List<String> show(String tables) {
        String ofAccounts = " SET visible_at = 0 WHERE account_id IN (SELECT id FROM " + tables + "account)";
        return List.of(
                "UPDATE " + tables + "result" + ofAccounts + " AND visible_at > ?",
                "UPDATE " + tables + "block" + ofAccounts + " AND state = 'READ' AND visible_at > ?");
    }

    private static String key(Connection connection, String tables) throws SQLException {
        try (Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery(
                     "SELECT value FROM " + tables + "setting WHERE name = '" + KEY + "'")) {
            row.next();
            return row.getString(1);
        }
    }
}
