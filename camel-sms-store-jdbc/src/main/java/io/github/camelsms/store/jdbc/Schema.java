package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.github.camelsms.store.SmsStoreException;

/**
 * Tables of the store, which are created, migrated and validated with the scripts.
 * <p>
 * Nodes of different versions can share the tables. The tables contain their version, and the oldest version of the
 * code that works with them.
 */
final class Schema {

    /** Scripts that this code requires. The version of the tables is the number of scripts. */
    static final List<String> SCRIPTS = List.of("V1__message_store.sql");

    private static final String VERSION = "schema.version";
    private static final String COMPATIBLE = "schema.compatible";

    private final Dialect dialect;
    private final String tablePrefix;
    private final List<SchemaScript> scripts;

    /**
     * @param scripts names of the scripts, in order of execution
     */
    Schema(Dialect dialect, String tablePrefix, List<String> scripts) {
        this.dialect = dialect;
        this.tablePrefix = tablePrefix;
        this.scripts = scripts.stream().map(name -> new SchemaScript(dialect, tablePrefix, name)).toList();
    }

    /**
     * Creates the tables, or migrates them if they are older than this code. Several processes may do so at the same
     * time. If this fails, nothing is changed.
     *
     * @throws SmsStoreException if nodes are alive that do not work with the new version
     */
    void create(Connection connection) throws SQLException {
        dialect.transact(connection, false, () -> {
            dialect.lockSchema(connection);
            requireFirstSchema(connection);
            int present = new DatabaseTables(connection).names().contains(tablePrefix + "setting")
                    ? versions(connection).version : 0;
            if (present < 0 || present >= scripts.size()) {
                return false;
            }
            for (SchemaScript script : scripts.subList(present, scripts.size())) {
                script.execute(connection);
            }
            requireNoOlderNodes(connection, versions(connection));
            return true;
        });
    }

    /** Otherwise another store would use these tables, and this one create its own. */
    private void requireFirstSchema(Connection connection) throws SQLException {
        String found = dialect.schemaOf(connection, tablePrefix + "setting");
        String first = connection.getSchema();
        if (found != null && !found.equals(first)) {
            throw new SmsStoreException(
                    "The tables of the message store are in the schema " + found + ", but the search path begins with the"
                                        + " schema " + first + ". Nothing was created or stored. Let the connections of the"
                                        + " DataSource use " + found + " first, for example with currentSchema=" + found
                                        + " in the JDBC URL, or set another tablePrefix",
                    false, null);
        }
    }

    private void requireNoOlderNodes(Connection connection, Versions migrated) throws SQLException {
        List<String> older = new ArrayList<>();
        try (Session session = new Session(connection);
             Statement statement = connection.createStatement();
             ResultSet rows = statement.executeQuery(
                     "SELECT name FROM " + tablePrefix + "node WHERE alive_until > " + new Tx(session, dialect, true).now()
                                                     + " AND schema_version < "
                                                     + migrated.compatible + " ORDER BY name")) {
            while (rows.next()) {
                older.add(rows.getString(1));
            }
        }
        if (!older.isEmpty()) {
            throw new SmsStoreException(
                    "The tables of the message store were not migrated to version " + scripts.size()
                                        + ", because these nodes have an older version that does not work with it: "
                                        + String.join(", ", older) + ". Nothing was changed. Stop these nodes first",
                    false, null);
        }
    }

    /**
     * Checks that this code works with the tables, columns, indexes and version of the database.
     *
     * @throws SmsStoreException if it does not; the message names everything that is missing
     */
    void validate(Connection connection) throws SQLException {
        requireFirstSchema(connection);
        DatabaseTables tables = new DatabaseTables(connection);
        if (tables.names().contains(tablePrefix + "setting") && isNewer(versions(connection))) {
            // According to the tables, this code works with them.
            return;
        }
        Set<String> missing = new TreeSet<>();
        for (SchemaScript script : scripts) {
            missing.addAll(script.missing(tables));
        }
        if (!missing.isEmpty()) {
            throw new SmsStoreException(
                    "The database lacks what the message store needs: " + String.join(", ", missing)
                                        + ". Execute " + scripts
                                        + " from the jar camel-sms-store-jdbc, or set initializeSchema=always if there is no"
                                        + " table yet",
                    false, null);
        }
    }

    /**
     * Version of the tables.
     *
     * @param version    number of scripts that were executed, or -1 if there is none
     * @param compatible lowest version of the code that works with the tables
     */
    private record Versions(int version, int compatible) {
    }

    private Versions versions(Connection connection) throws SQLException {
        int version = version(connection, VERSION);
        int compatible = version(connection, COMPATIBLE);
        return new Versions(version, compatible < 0 ? version : compatible);
    }

    private int version(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery(
                     "SELECT value FROM " + tablePrefix + "setting WHERE name = '" + name + "'")) {
            return row.next() && row.getString(1).matches("\\d{1,9}") ? Integer.parseInt(row.getString(1)) : -1;
        }
    }

    /**
     * Returns whether the tables are newer than this code.
     *
     * @throws SmsStoreException if this code does not work with them
     */
    private boolean isNewer(Versions found) {
        if (found.version < 0) {
            throw new SmsStoreException(
                    "The tables of the message store have no version: the row " + VERSION + " of " + tablePrefix
                                        + "setting is missing. Nothing is stored or sent. Restore the row, or the tables from"
                                        + " a backup",
                    false, null);
        } else if (found.version < scripts.size()) {
            throw new SmsStoreException(
                    "The tables of the message store have version " + found.version + ", but this node needs version "
                                        + scripts.size() + ". Nothing is stored or sent by it. Execute "
                                        + scripts.subList(found.version, scripts.size())
                                        + " from the jar camel-sms-store-jdbc, or set initializeSchema=always",
                    false, null);
        } else if (found.compatible > scripts.size()) {
            throw new SmsStoreException(
                    "The tables of the message store have version " + found.version
                                        + ", which works with nodes of version " + found.compatible
                                        + " and later, but this node has version " + scripts.size()
                                        + ". Nothing is stored or sent by it. Upgrade camel-sms-store-jdbc on this node",
                    false, null);
        }
        return found.version > scripts.size();
    }
}
