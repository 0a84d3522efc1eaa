package io.github.camelsms.store.jdbc;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Columns of a bulk statement. The first one identifies a row.
 *
 * @param names their names
 * @param types their PostgreSQL types
 */
record Columns(List<String> names, List<String> types) {

    /**
     * @param list names and types, for example <code>id bigint, state text</code>
     */
    static Columns of(String list) {
        List<String[]> columns = Arrays.stream(list.split(", ")).map(column -> column.split(" ")).toList();
        return new Columns(
                columns.stream().map(column -> column[0]).toList(), columns.stream().map(column -> column[1]).toList());
    }

    /** Returns a statement that inserts one row, with a parameter for each column. */
    String insert(String table, String onConflict) {
        String parameters = String.join(", ", Collections.nCopies(names.size(), "?"));
        return "INSERT INTO " + table + " (" + list() + ") VALUES (" + parameters + ") " + onConflict;
    }

    /** Returns a statement that updates one row, with a parameter for each column, the key last. */
    String update(String table) {
        String changes = others().stream().map(column -> column + " = ?").collect(Collectors.joining(", "));
        return "UPDATE " + table + " SET " + changes + " WHERE " + key() + " = ?";
    }

    /** Returns the values of a row in the order of the parameters of {@link #update(String)}. */
    static @Nullable Object[] keyLast(@Nullable Object[] row) {
        @Nullable
        Object[] rotated = row.clone();
        Collections.rotate(Arrays.asList(rotated), -1);
        return rotated;
    }

    String key() {
        return names.get(0);
    }

    List<String> others() {
        return names.subList(1, names.size());
    }

    String list() {
        return String.join(", ", names);
    }

    /** Returns the columns as arrays of values. */
    String arrays() {
        return types.stream().map(type -> "?::" + type + "[]").collect(Collectors.joining(", "));
    }

    /** Gives nulls a type. Otherwise the driver prepares the statement again whenever other columns are null. */
    Object[] typed(@Nullable Object[] row) {
        Object[] values = new Object[row.length];
        Arrays.setAll(values, column -> {
            Object value = row[column];
            return value == null ? new Parameters.Null(types.get(column)) : value;
        });
        return values;
    }
}
