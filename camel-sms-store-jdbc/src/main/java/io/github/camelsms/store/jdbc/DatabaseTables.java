package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;

import org.jspecify.annotations.Nullable;

/**
 * Tables of a schema of a database, with their columns and indexes, in lower case.
 */
final class DatabaseTables {

    private final DatabaseMetaData metaData;
    private final @Nullable String schema;
    private final Set<String> names;
    private final Map<String, Map<String, Index>> indexes = new TreeMap<>();

    /**
     * Index of a table.
     *
     * @param columns its columns, in order
     */
    record Index(boolean isUnique, List<String> columns) {

        @Override
        public String toString() {
            return (isUnique ? "unique (" : "(") + String.join(", ", columns) + ")";
        }
    }

    /**
     * @param schema their schema, or null if the database has no schemas
     */
    DatabaseTables(Connection connection, @Nullable String schema) throws SQLException {
        this.metaData = connection.getMetaData();
        this.schema = schema;
        try (ResultSet rows = metaData.getTables(null, schemaPattern(), "%", new String[] { "TABLE" })) {
            this.names = names(rows, "TABLE_NAME");
        }
    }

    Set<String> names() {
        return names;
    }

    Set<String> columns(String table) throws SQLException {
        try (ResultSet rows = metaData.getColumns(null, schemaPattern(), pattern(table), "%")) {
            return names(rows, "COLUMN_NAME");
        }
    }

    /**
     * Returns a description of an index if it is missing from a table, or has other columns. Statements would then be
     * slow, or a message could be stored twice.
     */
    List<String> missingIndex(String table, String name, Index needed) throws SQLException {
        Index found = names.contains(table) ? indexes(table).get(name) : needed;
        if (needed.equals(found)) {
            return List.of();
        }
        String index = "index " + name + " on " + table + " " + needed;
        return List.of(found == null ? index : index + " instead of " + found + ", which must be dropped");
    }

    /** Returns a description of a primary key if it is missing from a table, or has other columns. */
    List<String> missingKey(String table, List<String> needed) throws SQLException {
        Map<Integer, String> found = new TreeMap<>();
        try (ResultSet rows = metaData.getPrimaryKeys(null, schema, table)) {
            while (rows.next()) {
                found.put(rows.getInt("KEY_SEQ"), column(rows.getString("COLUMN_NAME")));
            }
        }
        return needed.equals(List.copyOf(found.values()))
                ? List.of() : List.of("primary key of " + table + " (" + String.join(", ", needed) + ")");
    }

    /** Returns the indexes of a table by name. They are read once. */
    private Map<String, Index> indexes(String table) throws SQLException {
        Map<String, Index> known = indexes.get(table);
        if (known != null) {
            return known;
        }
        Map<String, Index> found = new TreeMap<>();
        try (ResultSet rows = metaData.getIndexInfo(null, schema, table, false, true)) {
            // In the order of their columns.
            while (rows.next()) {
                String name = rows.getString("INDEX_NAME");
                if (name != null) {
                    boolean isUnique = !rows.getBoolean("NON_UNIQUE");
                    found.computeIfAbsent(name.toLowerCase(Locale.ROOT), absent -> new Index(isUnique, new ArrayList<>()))
                            .columns().add(column(rows.getString("COLUMN_NAME")));
                }
            }
        }
        indexes.put(table, found);
        return found;
    }

    /** Removes the quotation marks that PostgreSQL adds to keywords. */
    private static String column(@Nullable String name) {
        return name == null ? "" : name.replace("\"", "").toLowerCase(Locale.ROOT);
    }

    private @Nullable String schemaPattern() throws SQLException {
        return schema == null ? null : pattern(schema);
    }

    /** Returns a pattern that matches this name only. Unescaped, an underscore matches any character. */
    private String pattern(String name) throws SQLException {
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
}
