package io.github.camelsms.benchmarks.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of one row in one round, by column, in insertion order.
 */
public final class Sample {

    private final Map<String, Double> figures = new LinkedHashMap<>();

    /**
     * Adds a figure.
     *
     * @param column heading with its unit, for example <code>messages/s</code>
     */
    public void put(String column, double value) {
        figures.put(column, value);
    }

    /** Returns the figures by column. */
    public Map<String, Double> figures() {
        return Collections.unmodifiableMap(figures);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        figures.forEach((column, value) -> text.append(text.isEmpty() ? "" : ", ").append(Figures.format(value)).append(' ')
                .append(column));
        return text.toString();
    }
}
