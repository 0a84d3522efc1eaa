package io.github.camelsms.benchmarks;

import io.github.camelsms.benchmarks.report.Report;

/**
 * A measured question and its table of figures.
 */
public interface Table {

    /** Returns the name on the command line and of the result file, in lower case. */
    String name();

    /** Returns the question, in one sentence, for the heading of the table. */
    String question();

    /** Returns whether <code>--only</code> selects rows of this table. */
    default boolean hasSelectableRows() {
        return true;
    }

    /**
     * Measures, and adds each figure of each round to the report.
     *
     * @throws Exception if the measurement is incomplete; nothing is reported then
     */
    void run(Options options, Report report) throws Exception;
}
