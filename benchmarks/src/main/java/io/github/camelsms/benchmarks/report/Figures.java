package io.github.camelsms.benchmarks.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Statistics of one figure over several rounds.
 *
 * @param min    minimum
 * @param median median; for an even number of rounds, the mean of the middle values
 * @param max    maximum
 */
public record Figures(double min, double median, double max) {

    /**
     * Summarizes one figure over all rounds.
     *
     * @param values one or more values
     */
    public static Figures of(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("there is no figure without a round");
        }
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Figures(sorted[0], median, sorted[sorted.length - 1]);
    }

    /** Returns minimum, median and maximum for a table. */
    public String inWords() {
        return min == max ? format(min) : format(min) + " / **" + format(median) + "** / " + format(max);
    }

    /** Formats numbers from 1,000 with separators, others with three significant digits. */
    static String format(double value) {
        double size = Math.abs(value);
        if (size >= 1000 || value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
