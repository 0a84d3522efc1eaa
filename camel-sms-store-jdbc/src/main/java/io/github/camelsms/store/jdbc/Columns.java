package io.github.camelsms.store.jdbc;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

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

    String questionMarks() {
        return String.join(", ", Collections.nCopies(names.size(), "?"));
    }
}
