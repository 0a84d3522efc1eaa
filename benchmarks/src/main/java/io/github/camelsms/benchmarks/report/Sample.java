package io.github.camelsms.benchmarks.report;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;

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

    /** Returns the figures as a JSON object in one line, for {@link #putJson(String)} in another JVM. */
    public String toJson() throws IOException {
        return new ObjectMapper().writeValueAsString(figures);
    }

    /** Adds the figures of a JSON object. */
    public void putJson(String json) throws IOException {
        figures.putAll(new ObjectMapper().readValue(json, new TypeReference<Map<String, Double>>() {
        }));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        figures.forEach((column, value) -> text.append(text.isEmpty() ? "" : ", ").append(Figures.format(value)).append(' ')
                .append(column));
        return text.toString();
    }
}
