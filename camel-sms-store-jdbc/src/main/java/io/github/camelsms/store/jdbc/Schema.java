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
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.store.SmsStoreException;

/**
 * The tables of the store: creates them from the scripts, and compares them with the scripts.
 */
final class Schema {

    /** The version of the scripts that this code is written for. */
    static final int VERSION = 1;

    private static final List<String> SCRIPTS = List.of("V1__message_store.sql");
    private static final Pattern TABLE = Pattern.compile("CREATE TABLE (\\w+) \\((.*?)\n\\)", Pattern.DOTALL);
    private static final Pattern COLUMN = Pattern.compile("\n  ([a-z_]+) ");
    private static final Pattern INDEX = Pattern.compile("CREATE (?:UNIQUE )?INDEX (\\w+) ON (\\w+)");

    private final Dialect dialect;
    private final String tablePrefix;

    Schema(Dialect dialect, String tablePrefix) {
        this.dialect = dialect;
        this.tablePrefix = tablePrefix;
    }

    /** Creates the tables unless they are there, also if several processes do so at once. */
    void create(Connection connection) throws SQLException {
        dialect.transact(connection, false, () -> {
            dialect.lockSchema(connection);
            boolean isMissing = !tables(connection.getMetaData()).contains(tablePrefix + "setting");
            if (isMissing) {
                for (String script : SCRIPTS) {
                    execute(connection, script(script));
                }
            }
            return isMissing;
        });
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
     * Compares tables, columns, indexes and version with what this code needs.
     *
     * @throws SmsStoreException that names everything that is missing
     */
    void validate(Connection connection) throws SQLException {
        Set<String> missing = new TreeSet<>();
        DatabaseMetaData metaData = connection.getMetaData();
        Set<String> tables = tables(metaData);
        for (String script : SCRIPTS) {
            String text = script(script);
            for (Matcher table = TABLE.matcher(text); table.find();) {
                missing.addAll(missingOf(metaData, tables, table.group(1), table.group(2)));
            }
            for (Matcher index = INDEX.matcher(text); index.find();) {
                if (tables.contains(index.group(2)) && !indexes(metaData, index.group(2)).contains(index.group(1))) {
                    missing.add("index " + index.group(1) + " on " + index.group(2));
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new SmsStoreException(
                    "The database lacks what the message store needs: " + String.join(", ", missing)
                                        + ". Execute " + SCRIPTS.stream().map(this::resource).toList()
                                        + " from the jar camel-sms-store-jdbc, or set initializeSchema=always if there is no"
                                        + " table yet",
                    false, null);
        }
        validateVersion(connection);
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

    private void validateVersion(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery(
                     "SELECT value FROM " + tablePrefix + "setting WHERE name = 'schema.version'")) {
            String version = row.next() ? row.getString(1) : "none";
            if (!version.equals(String.valueOf(VERSION))) {
                throw new SmsStoreException(
                        "The tables of the message store have version " + version + ", but this code is written for version "
                                            + VERSION + ". Execute the scripts in between, or use the code that belongs to"
                                            + " the tables",
                        false, null);
            }
        }
    }

    private static Set<String> tables(DatabaseMetaData metaData) throws SQLException {
        try (ResultSet rows = metaData.getTables(null, schema(metaData), "%", new String[] { "TABLE" })) {
            return names(rows, "TABLE_NAME");
        }
    }

    private static Set<String> columns(DatabaseMetaData metaData, String table) throws SQLException {
        try (ResultSet rows = metaData.getColumns(null, schema(metaData), table, "%")) {
            return names(rows, "COLUMN_NAME");
        }
    }

    private static Set<String> indexes(DatabaseMetaData metaData, String table) throws SQLException {
        try (ResultSet rows = metaData.getIndexInfo(null, schema(metaData), table, false, true)) {
            return names(rows, "INDEX_NAME");
        }
    }

    private static String schema(DatabaseMetaData metaData) throws SQLException {
        return metaData.getConnection().getSchema();
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
