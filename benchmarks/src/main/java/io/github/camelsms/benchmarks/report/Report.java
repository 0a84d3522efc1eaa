package io.github.camelsms.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.stream.DoubleStream;

import org.jspecify.annotations.Nullable;

/**
 * The figures of a table: rows, columns and rounds, ratios within a round, and goals.
 */
public final class Report {

    private final String table;
    private final String question;
    private final Map<String, Map<Integer, Map<String, Double>>> rows = new LinkedHashMap<>();
    private final List<Goal> goals = new ArrayList<>();

    public Report(String table, String question) {
        this.table = table;
        this.question = question;
    }

    /**
     * Sets the order of the rows in the report.
     */
    public void rows(List<String> names) {
        names.forEach(name -> rows.computeIfAbsent(name, row -> new TreeMap<>()));
    }

    /** Adds the figures of a row in a round. */
    public void add(String row, int round, Sample sample) {
        rows.computeIfAbsent(row, name -> new TreeMap<>())
                .computeIfAbsent(round, number -> new LinkedHashMap<>())
                .putAll(sample.figures());
    }

    /**
     * Adds a column: a figure of each row divided by that of the base row in the same round.
     */
    public void ratio(String heading, String column, String baseRow) {
        rows.keySet().forEach(row -> ratioToBest(heading, column, row, List.of(baseRow)));
    }

    /**
     * Adds a column: a figure of each row minus that of the base row in the same round.
     */
    public void difference(String heading, String column, String baseRow) {
        rows.keySet().forEach(
                row -> derive(heading, column, row, List.of(baseRow), DoubleStream::max, (value, base) -> value - base));
    }

    /**
     * Adds a column to one row: its figure divided by the maximum of the peers in the same round.
     */
    public void ratioToBest(String heading, String column, String row, List<String> peers) {
        derive(heading, column, row, peers, DoubleStream::max, (value, base) -> value / base);
    }

    /**
     * Adds a column to one row: its figure divided by the minimum of the peers in the same round.
     */
    public void ratioToLeast(String heading, String column, String row, List<String> peers) {
        derive(heading, column, row, peers, DoubleStream::min, (value, base) -> value / base);
    }

    private void derive(
            String heading, String column, String row, List<String> bases, Function<DoubleStream, OptionalDouble> choice,
            DoubleBinaryOperator operator) {
        rows.getOrDefault(row, Map.of()).forEach((round, figures) -> {
            OptionalDouble base = choice.apply(bases.stream()
                    .map(name -> rows.getOrDefault(name, Map.of()).getOrDefault(round, Map.of()).get(column))
                    .filter(Objects::nonNull).mapToDouble(Double::doubleValue));
            Double value = figures.get(column);
            if (value != null && base.isPresent()) {
                figures.put(heading, operator.applyAsDouble(value, base.getAsDouble()));
            }
        });
    }

    /** Adds a goal: a minimum for the median of a figure. */
    public void atLeast(String row, String column, double limit) {
        goals.add(new Goal(row, column, true, limit));
    }

    /** Adds a goal: a maximum for the median of a figure. */
    public void atMost(String row, String column, double limit) {
        goals.add(new Goal(row, column, false, limit));
    }

    public String table() {
        return table;
    }

    public String question() {
        return question;
    }

    /** Returns the names of the rows with figures. */
    public List<String> rowNames() {
        return rows.keySet().stream().filter(row -> !columns(row).isEmpty()).toList();
    }

    /** Returns the column headings in order of first use. */
    public List<String> columns() {
        Set<String> columns = new LinkedHashSet<>();
        rows.keySet().forEach(row -> columns.addAll(columns(row)));
        return List.copyOf(columns);
    }

    /** Returns the figures of a cell by round; empty if nothing was measured. */
    public List<Double> values(String row, String column) {
        List<Double> values = new ArrayList<>();
        for (Map<String, Double> round : rows.getOrDefault(row, Map.of()).values()) {
            Double value = round.get(column);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    /** Returns minimum, median and maximum of a cell, or null if nothing was measured. */
    public @Nullable Figures figures(String row, String column) {
        List<Double> values = values(row, column);
        return values.isEmpty() ? null : Figures.of(values);
    }

    /** Returns the goals whose figures were measured. */
    public List<Goal> goals() {
        return goals.stream().filter(goal -> figures(goal.row(), goal.column()) != null).toList();
    }

    private Set<String> columns(String row) {
        Set<String> columns = new LinkedHashSet<>();
        rows.getOrDefault(row, Map.of()).values().forEach(round -> columns.addAll(round.keySet()));
        return columns;
    }

    /**
     * A goal for the median of a figure.
     *
     * @param row     name of the row
     * @param column  name of the figure
     * @param atLeast whether the limit is a minimum
     * @param limit   inclusive limit
     */
    public record Goal(String row, String column, boolean atLeast, double limit) {

        /** Returns whether the median meets the goal. */
        public boolean isReachedBy(Figures figures) {
            return atLeast ? figures.median() >= limit : figures.median() <= limit;
        }
    }
}
