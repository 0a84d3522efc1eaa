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
    private final String tables;
    /** Name of the table of settings, without its schema. */
    private final String setting;
    private final List<SchemaScript> scripts;

    /**
     * @param scripts names of the scripts, in order of execution
     */
    Schema(Dialect dialect, String tablePrefix, List<String> scripts) {
        this.dialect = dialect;
        this.tables = dialect.tables();
        this.setting = tablePrefix + "setting";
        this.scripts = scripts.stream().map(name -> new SchemaScript(dialect, tablePrefix, name)).toList();
    }

    /**
     * Creates the tables, or migrates them if they are older than this code. Several processes may do so at the same
     * time. If this fails, nothing is changed.
     *
     * @throws SmsStoreException if nodes are alive that do not work with the new version
     */
    void create(Connection connection) throws SQLException {
        // Without a lock, which another role could hold, if there is nothing to do.
        if (!dialect.transact(connection, true, () -> isOlder(connection))) {
            return;
        }
        dialect.transact(connection, false, () -> {
            dialect.lockSchema(connection);
            if (!isOlder(connection)) {
                return false;
            }
            for (SchemaScript script : scripts.subList(present(connection), scripts.size())) {
                script.execute(connection);
            }
            requireNoOlderNodes(connection, versions(connection));
            return true;
        });
    }

    /** Returns whether there are no tables, or tables of an older version. */
    private boolean isOlder(Connection connection) throws SQLException {
        requireFirstSchema(connection);
        int present = present(connection);
        return present >= 0 && present < scripts.size();
    }

    /** Returns the version of the tables: 0 if there are none, and -1 if they have none. */
    private int present(Connection connection) throws SQLException {
        return new DatabaseTables(connection, dialect.schema()).names().contains(setting) ? versions(connection).version : 0;
    }

    /** Otherwise another store would use these tables, and this one create its own. */
    private void requireFirstSchema(Connection connection) throws SQLException {
        String found = dialect.otherSchemaOf(connection, setting);
        if (found != null) {
            throw new SmsStoreException(
                    "The tables of the message store are in the schema " + found + ", but the search path begins with the"
                                        + " schema " + dialect.schema() + ". Nothing was created or stored. Let the connections"
                                        + " of the DataSource use " + found + " first, for example with currentSchema=" + found
                                        + " in the JDBC URL, or set another tablePrefix",
                    false, null);
        }
    }

    private void requireNoOlderNodes(Connection connection, Versions migrated) throws SQLException {
        List<String> older = new ArrayList<>();
        try (Session session = new Session(connection);
             Statement statement = connection.createStatement();
             ResultSet rows = statement.executeQuery(
                     "SELECT name FROM " + tables + "node WHERE alive_until > " + new Tx(session, dialect, true).now()
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
     * Checks that this code works with the tables, columns, indexes and version of the database, and may use them.
     *
     * @throws SmsStoreException if it does not; the message names everything that is missing
     */
    void validate(Connection connection) throws SQLException {
        requireFirstSchema(connection);
        DatabaseTables present = new DatabaseTables(connection, dialect.schema());
        Set<String> missing = new TreeSet<>();
        for (SchemaScript script : scripts) {
            missing.addAll(script.missing(present));
        }
        if (missing.isEmpty()) {
            dialect.requireRights(connection);
        }
        if (present.names().contains(setting)) {
            requireCompatible(versions(connection));
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
                     "SELECT value FROM " + tables + "setting WHERE name = '" + name + "'")) {
            return row.next() && row.getString(1).matches("\\d{1,9}") ? Integer.parseInt(row.getString(1)) : -1;
        }
    }

    /**
     * Checks that this code works with the version of the tables, which can be newer.
     *
     * @throws SmsStoreException if it does not
     */
    private void requireCompatible(Versions found) {
        if (found.version < 0) {
            throw new SmsStoreException(
                    "The tables of the message store have no version: the row " + VERSION + " of " + setting
                                        + " is missing. Nothing is stored or sent. Restore the row, or the tables from"
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
    }
}
