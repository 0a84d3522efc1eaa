package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

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
    private static final Pattern TABLE = Pattern.compile("CREATE TABLE (\\w+) \\((.*?)\n\\)", Pattern.DOTALL);
    private static final Pattern ADDED_COLUMN = Pattern.compile("ALTER TABLE (\\w+) ADD COLUMN (\\w+)");
    private static final Pattern COLUMN = Pattern.compile("\n  ([a-z_]+) ");
    private static final Pattern INDEX = Pattern.compile("CREATE (?:UNIQUE )?INDEX (\\w+) ON (\\w+)");

    private final Dialect dialect;
    private final String tablePrefix;
    private final List<String> scripts;

    /**
     * @param scripts names of the scripts, in order of execution
     */
    Schema(Dialect dialect, String tablePrefix, List<String> scripts) {
        this.dialect = dialect;
        this.tablePrefix = tablePrefix;
        this.scripts = scripts;
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
            int present = tables(connection.getMetaData()).contains(tablePrefix + "setting")
                    ? versions(connection).version : 0;
            if (present < 0 || present >= scripts.size()) {
                return false;
            }
            for (String script : scripts.subList(present, scripts.size())) {
                execute(connection, script(script));
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

    private static void execute(Connection connection, String script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : script.replaceAll("(?m)^--.*$", "").split(";\\s*\n")) {
                if (!each.isBlank()) {
                    statement.execute(each);
                }
            }
        }
    }

    /**
     * Checks that this code works with the tables, columns, indexes and version of the database.
     *
     * @throws SmsStoreException if it does not; the message names everything that is missing
     */
    void validate(Connection connection) throws SQLException {
        requireFirstSchema(connection);
        DatabaseMetaData metaData = connection.getMetaData();
        Set<String> tables = tables(metaData);
        if (tables.contains(tablePrefix + "setting") && isNewer(versions(connection))) {
            // According to the tables, this code works with them.
            return;
        }
        Set<String> missing = new TreeSet<>();
        for (String script : scripts) {
            String text = script(script);
            for (Matcher table = TABLE.matcher(text); table.find();) {
                missing.addAll(missingOf(metaData, tables, table.group(1), table.group(2)));
            }
            for (Matcher added = ADDED_COLUMN.matcher(text); added.find();) {
                if (!columns(metaData, added.group(1)).contains(added.group(2))) {
                    missing.add("column " + added.group(1) + "." + added.group(2));
                }
            }
            Map<String, Set<String>> indexes = new TreeMap<>();
            for (Matcher index = INDEX.matcher(text); index.find();) {
                indexes.computeIfAbsent(index.group(2), absent -> new TreeSet<>()).add(index.group(1));
            }
            indexes.keySet().retainAll(tables);
            for (Map.Entry<String, Set<String>> needed : indexes.entrySet()) {
                needed.getValue().removeAll(indexes(metaData, needed.getKey()));
                needed.getValue().forEach(index -> missing.add("index " + index + " on " + needed.getKey()));
            }
        }
        if (!missing.isEmpty()) {
            throw new SmsStoreException(
                    "The database lacks what the message store needs: " + String.join(", ", missing)
                                        + ". Execute " + scripts.stream().map(this::resource).toList()
                                        + " from the jar camel-sms-store-jdbc, or set initializeSchema=always if there is no"
                                        + " table yet",
                    false, null);
        }
    }

    private static List<String> missingOf(
            DatabaseMetaData metaData, Set<String> tables, String table, String definition)
            throws SQLException {
        if (!tables.contains(table)) {
            return List.of("table " + table);
        }
        Set<String> columns = columns(metaData, table);
        List<String> missing = new ArrayList<>();
        for (Matcher column = COLUMN.matcher(definition); column.find();) {
            if (!columns.contains(column.group(1))) {
                missing.add("column " + table + "." + column.group(1));
            }
        }
        return missing;
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
                                        + scripts.subList(found.version, scripts.size()).stream().map(this::resource).toList()
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

    private static Set<String> tables(DatabaseMetaData metaData) throws SQLException {
        try (ResultSet rows = metaData.getTables(null, schemaPattern(metaData), "%", new String[] { "TABLE" })) {
            return names(rows, "TABLE_NAME");
        }
    }

    private static Set<String> columns(DatabaseMetaData metaData, String table) throws SQLException {
        try (ResultSet rows = metaData.getColumns(null, schemaPattern(metaData), pattern(metaData, table), "%")) {
            return names(rows, "COLUMN_NAME");
        }
    }

    private static Set<String> indexes(DatabaseMetaData metaData, String table) throws SQLException {
        try (ResultSet rows = metaData.getIndexInfo(null, metaData.getConnection().getSchema(), table, false, true)) {
            return names(rows, "INDEX_NAME");
        }
    }

    private static @Nullable String schemaPattern(DatabaseMetaData metaData) throws SQLException {
        String schema = metaData.getConnection().getSchema();
        return schema == null ? null : pattern(metaData, schema);
    }

    /** Returns a pattern that matches this name only. Unescaped, an underscore matches any character. */
    private static String pattern(DatabaseMetaData metaData, String name) throws SQLException {
        return name.replaceAll("[_%]", Matcher.quoteReplacement(metaData.getSearchStringEscape()) + "$0");
    }

    private static Set<String> names(ResultSet rows, String column) throws SQLException {
        Set<String> names = new TreeSet<>();
        while (rows.next()) {
            String name = rows.getString(column);
            if (name != null) {
                names.add(name.toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /** Returns a script with the tables' prefix. */
    String script(String name) {
        try (InputStream script = Schema.class.getResourceAsStream(dialect.name() + "/" + name)) {
            if (script == null) {
                throw new IllegalStateException("The jar camel-sms-store-jdbc lacks " + resource(name));
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8).replace(Database.DEFAULT_PREFIX, tablePrefix);
        } catch (IOException e) {
            throw new IllegalStateException("The jar camel-sms-store-jdbc cannot be read", e);
        }
    }

    private String resource(String script) {
        return "io/github/camelsms/store/jdbc/" + dialect.name() + "/" + script;
    }
}
