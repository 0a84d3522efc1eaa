package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.camelsms.store.SmsStoreException;

/**
 * Rights that the role of the store's connections needs in PostgreSQL. Without one of them, the store would accept
 * messages and never send them, or fail at the first message. Stateless.
 */
final class PostgresRights {

    private static final List<String> ALL = List.of("SELECT", "INSERT", "UPDATE", "DELETE");
    private static final List<String> QUEUE = List.of("SELECT", "INSERT", "DELETE");
    /** By the name of a table without its prefix. <code>FOR UPDATE</code> needs the right to update. */
    private static final Map<String, List<String>> TABLES = new TreeMap<>(
            Map.of(
                    "setting", List.of("SELECT", "INSERT"), "account", List.of("SELECT", "INSERT", "UPDATE"), "node", ALL,
                    "message", ALL, "waiting", QUEUE, "request", QUEUE, "opt_out", QUEUE, "result", ALL, "block", ALL, "status",
                    ALL));

    private PostgresRights() {
    }

    /**
     * @param  tables            prefix of the names of tables in statements
     * @throws SmsStoreException if a right is missing; the message names all of them, and the remedy
     */
    static void require(Connection connection, String tables) throws SQLException {
        List<String> grants = new ArrayList<>();
        for (Map.Entry<String, List<String>> each : TABLES.entrySet()) {
            String table = tables + each.getKey();
            List<String> missing = missing(connection, "has_table_privilege", table, each.getValue());
            if (!missing.isEmpty()) {
                grants.add(String.join(", ", missing) + " ON " + table);
            }
        }
        String sequence = tables + "message_id";
        if (!missing(connection, "has_sequence_privilege", sequence, List.of("USAGE")).isEmpty()) {
            grants.add("USAGE ON SEQUENCE " + sequence);
        }
        if (!grants.isEmpty()) {
            String role = PostgresConnections.value(connection, "SELECT quote_ident(current_user)");
            throw new SmsStoreException(
                    "The database role " + role + " lacks rights that the message store needs: " + String.join("; ", grants)
                                        + ". Nothing is stored or sent. Let the owner of the tables execute GRANT "
                                        + String.join(" TO " + role + "; GRANT ", grants) + " TO " + role,
                    false, null);
        }
    }

    private static List<String> missing(Connection connection, String function, String object, List<String> rights)
            throws SQLException {
        List<String> missing = new ArrayList<>();
        String sql = "SELECT r FROM unnest('{" + String.join(",", rights) + "}'::text[]) AS r WHERE NOT " + function + "('"
                     + object.replace("'", "''") + "', r)";
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                missing.add(rows.getString(1));
            }
        }
        return missing;
    }
}
