package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;

import org.jspecify.annotations.Nullable;

/**
 * Names of the tables, columns and indexes in the schema of a connection, in lower case.
 */
final class Catalog {

    private final DatabaseMetaData metaData;
    private final @Nullable String schema;

    Catalog(Connection connection) throws SQLException {
        this.metaData = connection.getMetaData();
        this.schema = connection.getSchema();
    }

    Set<String> tables() throws SQLException {
        try (ResultSet rows = metaData.getTables(null, schemaPattern(), "%", new String[] { "TABLE" })) {
            return names(rows, "TABLE_NAME");
        }
    }

    Set<String> columns(String table) throws SQLException {
        try (ResultSet rows = metaData.getColumns(null, schemaPattern(), pattern(table), "%")) {
            return names(rows, "COLUMN_NAME");
        }
    }

    Set<String> indexes(String table) throws SQLException {
        try (ResultSet rows = metaData.getIndexInfo(null, schema, table, false, true)) {
            return names(rows, "INDEX_NAME");
        }
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
