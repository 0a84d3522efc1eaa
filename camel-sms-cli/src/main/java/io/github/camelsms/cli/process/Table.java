package io.github.camelsms.cli.process;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.apache.camel.util.json.JsonObject;

/** Rows for people, as aligned columns, or for programs, as one JSON object per line. Not thread-safe. */
public final class Table {

    private final List<String> names;
    private final List<List<@Nullable Object>> rows = new ArrayList<>();

    /**
     * @param names names of the columns, which are those of the JSON fields
     */
    public Table(String... names) {
        this.names = List.of(names);
    }

    /** Adds a row with a value for each column. */
    public void add(@Nullable Object... values) {
        List<@Nullable Object> row = new ArrayList<>();
        for (Object value : values) {
            row.add(value);
        }
        rows.add(row);
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Prints the rows. A table for people has a line of names, unless it is empty. */
    public void print(PrintWriter out, boolean isJson) {
        if (isJson) {
            rows.forEach(row -> out.println(json(row).toJson()));
        } else if (!isEmpty()) {
            print(out);
        }
    }

    private JsonObject json(List<@Nullable Object> row) {
        JsonObject json = new JsonObject();
        for (int i = 0; i < names.size(); i++) {
            Object value = row.get(i);
            json.put(names.get(i), value == null || value instanceof Number || value instanceof Boolean ? value : text(value));
        }
        return json;
    }

    private void print(PrintWriter out) {
        int[] widths = new int[names.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = names.get(i).length();
            for (List<@Nullable Object> row : rows) {
                widths[i] = Math.max(widths[i], text(row.get(i)).length());
            }
        }
        out.println(line(names, widths));
        rows.forEach(row -> out.println(line(row, widths)));
    }

    private static String line(List<? extends @Nullable Object> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String text = text(cells.get(i));
            line.append(text).append(" ".repeat(widths[i] - text.length() + 2));
        }
        return line.toString().stripTrailing();
    }

    private static String text(@Nullable Object value) {
        return value == null ? "-" : value.toString();
    }
}
