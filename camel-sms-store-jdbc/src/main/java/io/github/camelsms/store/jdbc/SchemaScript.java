package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Script that creates or migrates tables of the store.
 */
final class SchemaScript {

    private static final Pattern TABLE = Pattern.compile("CREATE TABLE (\\w+) \\((.*?)\n\\)", Pattern.DOTALL);
    private static final Pattern ADDED_COLUMN = Pattern.compile("ALTER TABLE (\\w+) ADD COLUMN (\\w+)");
    private static final Pattern COLUMN = Pattern.compile("\n  ([a-z_]+) ");
    private static final Pattern KEY = Pattern.compile("\n  (?:([a-z_]+) .*PRIMARY KEY|PRIMARY KEY \\(([^)]*)\\))");
    private static final Pattern INDEX = Pattern.compile("CREATE (UNIQUE )?INDEX (\\w+) ON (\\w+) \\(([^)]*)\\)");

    private final String resource;
    private final String text;

    /**
     * @param name name of the file in the directory of the dialect
     */
    SchemaScript(Dialect dialect, String tablePrefix, String name) {
        this.resource = "io/github/camelsms/store/jdbc/" + dialect.name() + "/" + name;
        try (InputStream script = SchemaScript.class.getResourceAsStream(dialect.name() + "/" + name)) {
            if (script == null) {
                throw new IllegalStateException("The jar camel-sms-store-jdbc lacks " + resource);
            }
            this.text = new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .replace(Database.DEFAULT_PREFIX, tablePrefix);
        } catch (IOException e) {
            throw new IllegalStateException("The jar camel-sms-store-jdbc cannot be read", e);
        }
    }

    void execute(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : text.replaceAll("(?m)^--.*$", "").split(";\\s*\n")) {
                if (!each.isBlank()) {
                    statement.execute(each);
                }
            }
        }
    }

    /** Returns the tables, columns and indexes of this script that a database lacks. */
    List<String> missing(DatabaseTables tables) throws SQLException {
        List<String> missing = new ArrayList<>();
        for (Matcher table = TABLE.matcher(text); table.find();) {
            if (tables.names().contains(table.group(1))) {
                Set<String> columns = tables.columns(table.group(1));
                for (Matcher column = COLUMN.matcher(table.group(2)); column.find();) {
                    if (!columns.contains(column.group(1))) {
                        missing.add("column " + table.group(1) + "." + column.group(1));
                    }
                }
                missing.addAll(tables.missingKey(table.group(1), key(table.group(2))));
            } else {
                missing.add("table " + table.group(1));
            }
        }
        for (Matcher added = ADDED_COLUMN.matcher(text); added.find();) {
            if (!tables.columns(added.group(1)).contains(added.group(2))) {
                missing.add("column " + added.group(1) + "." + added.group(2));
            }
        }
        for (Matcher index = INDEX.matcher(text); index.find();) {
            DatabaseTables.Index needed
                    = new DatabaseTables.Index(index.group(1) != null, List.of(index.group(4).split(", ")));
            missing.addAll(tables.missingIndex(index.group(3), index.group(2), needed));
        }
        return missing;
    }

    /** Returns the columns of the primary key in a definition of a table. */
    private static List<String> key(String definition) {
        Matcher key = KEY.matcher(definition);
        if (!key.find()) {
            throw new IllegalStateException("A table has no primary key: " + definition);
        }
        return key.group(1) != null ? List.of(key.group(1)) : List.of(key.group(2).split(", "));
    }

    /** Returns its path in the jar. */
    @Override
    public String toString() {
        return resource;
    }
}
