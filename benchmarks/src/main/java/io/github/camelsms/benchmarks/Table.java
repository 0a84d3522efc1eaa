package io.github.camelsms.benchmarks;

import io.github.camelsms.benchmarks.report.Report;

/**
 * One question that is answered by one table of figures.
 */
public interface Table {

    /** Name on the command line and of the result file, in lower case. */
    String name();

    /** The question, in one sentence; it stands above the table. */
    String question();

    /**
     * Measures, and puts each figure of each round into the report.
     *
     * @throws Exception whatever stands in the way of a complete measurement; nothing is reported then
     */
    void run(Options options, Report report) throws Exception;
}
