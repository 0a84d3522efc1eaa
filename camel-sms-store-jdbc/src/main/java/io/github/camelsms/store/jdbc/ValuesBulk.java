package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * Bulk statement that writes several rows with one execution: the fastest way if the database runs in this process. It
 * opens the table and its indexes once, and a value that all these rows have in a column is passed once. Confined to
 * the writer.
 */
final class ValuesBulk implements Bulk {

    /** Numbers of rows that are written with one execution. More take as long for each row. */
    private static final int[] SIZES = { 50, 10, 1 };
    /** Maximum number of sets of shared columns, each of which needs statements of its own. */
    private static final int MAX_SETS = 8;

    private final String table;
    private final Columns columns;
    private final @Nullable String onConflict;
    private final String existing;
    /** Sets of shared columns with a statement. */
    private final Set<BitSet> sets = new HashSet<>();
    private final Map<Shape, String> statements = new HashMap<>();

    /**
     * Form of a statement.
     *
     * @param shared columns in which all rows have the same value
     * @param rows   number of rows
     */
    private record Shape(BitSet shared, int rows) {
    }

    private ValuesBulk(String table, Columns columns, @Nullable String onConflict, String existing) {
        this.table = table;
        this.columns = columns;
        this.onConflict = onConflict;
        this.existing = existing;
    }

    /**
     * @param existing query for the keys in an <code>IN_LIST</code> that exist
     */
    static Bulk insert(String table, Columns columns, String onConflict, String existing) {
        return new ValuesBulk(table, columns, onConflict, existing);
    }

    static Bulk update(String table, Columns columns) {
        return new ValuesBulk(table, columns, null, "");
    }

    /**
     * Writes the rows. The keys of an insert that omits existing rows must be new, except if the transaction repeats an
     * earlier one.
     */
    @Override
    public Later<List<Long>> write(Tx transaction, List<@Nullable Object[]> rows) throws SQLException {
        List<Long> written = new ArrayList<>(rows.size());
        int from = 0;
        for (int size : SIZES) {
            while (rows.size() - from >= size && (size == 1 || !transaction.mayBeRepeated())) {
                written.addAll(execute(transaction, rows.subList(from, from + size)));
                from += size;
            }
        }
        return () -> written;
    }

    private List<Long> execute(Tx transaction, List<@Nullable Object[]> rows) throws SQLException {
        Shape shape = new Shape(rows.size() == 1 ? shared(rows) : prepared(shared(rows)), rows.size());
        int count = transaction.update(statements.computeIfAbsent(shape, this::statement), parameters(rows, shape.shared));
        List<Long> keys = rows.stream().map(row -> row[0] instanceof Number key ? key.longValue() : JdbcIntake.NO_ID).toList();
        if (count == keys.size()) {
            return keys;
        }
        return keys.size() == 1 || onConflict == null
                ? List.of() : transaction.query(existing, row -> row.getLong(1), (Object) Messages.array(keys));
    }

    /** Returns the columns in which all rows have the same value, always without the key. */
    private static BitSet shared(List<@Nullable Object[]> rows) {
        @Nullable
        Object[] first = rows.get(0);
        BitSet shared = new BitSet();
        shared.set(1, first.length);
        for (@Nullable
        Object[] row : rows) {
            for (int column = shared.nextSetBit(0); column >= 0; column = shared.nextSetBit(column + 1)) {
                if (!Objects.equals(row[column], first[column])) {
                    shared.clear(column);
                }
            }
        }
        return shared;
    }

    /** Returns shared columns that have a statement: all of them, or as many as possible. */
    private BitSet prepared(BitSet shared) {
        if (sets.size() < MAX_SETS) {
            sets.add(shared);
        }
        return sets.contains(shared) ? shared : sets.stream().filter(set -> {
            BitSet others = (BitSet) set.clone();
            others.andNot(shared);
            return others.isEmpty();
        }).max(Comparator.comparingInt(BitSet::cardinality)).orElseGet(BitSet::new);
    }

    /** Returns the shared values, and then the other ones of each row. */
    private @Nullable Object[] parameters(List<@Nullable Object[]> rows, BitSet shared) {
        int others = columns.names().size() - shared.cardinality();
        @Nullable
        Object[] parameters = new Object[shared.cardinality() + rows.size() * others];
        int next = 0;
        for (int column = shared.nextSetBit(0); column >= 0; column = shared.nextSetBit(column + 1)) {
            parameters[next++] = rows.get(0)[column];
        }
        for (@Nullable
        Object[] row : rows) {
            for (int column = 0; column < row.length; column = shared.nextClearBit(column + 1)) {
                parameters[next++] = row[column];
            }
        }
        return parameters;
    }

    private String statement(Shape shape) {
        return onConflict == null ? update(shape) : insert(shape, onConflict);
    }

    private String insert(Shape shape, String onConflictClause) {
        return "INSERT INTO " + table + " (" + columns.list() + ") VALUES " + values(shape, column -> true) + " "
               + onConflictClause;
    }

    private String update(Shape shape) {
        List<String> changes = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (int column = 0; column < columns.names().size(); column++) {
            boolean isShared = shape.shared.get(column);
            if (!isShared) {
                others.add("column" + (others.size() + 1));
            }
            if (column > 0) {
                changes.add(
                        columns.names().get(column) + " = "
                            + (isShared ? "?" + parameter(shape, 0, column) : "v." + others.get(others.size() - 1)));
            }
        }
        String update = "UPDATE " + table + " SET " + String.join(", ", changes);
        if (shape.rows == 1) {
            return update + " WHERE " + columns.key() + " = ?" + parameter(shape, 0, 0);
        }
        return update + " FROM (VALUES " + values(shape, column -> !shape.shared.get(column)) + ") AS v WHERE "
               + columns.key() + " = v.column1";
    }

    private String values(Shape shape, IntPredicate isIncluded) {
        return IntStream.range(0, shape.rows)
                .mapToObj(row -> IntStream.range(0, columns.names().size()).filter(isIncluded)
                        .mapToObj(column -> "?" + parameter(shape, row, column)).collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(", "));
    }

    /** Returns the number of a parameter, in the order of {@link #parameters(List, BitSet)}. */
    private int parameter(Shape shape, int row, int column) {
        int sharedBefore = shape.shared.get(0, column).cardinality();
        if (shape.shared.get(column)) {
            return sharedBefore + 1;
        }
        int shared = shape.shared.cardinality();
        return shared + row * (columns.names().size() - shared) + column - sharedBefore + 1;
    }
}
