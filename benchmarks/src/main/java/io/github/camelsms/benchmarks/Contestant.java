package io.github.camelsms.benchmarks;

import io.github.camelsms.benchmarks.report.Sample;

/**
 * A row of a table, measured once per round.
 */
public interface Contestant extends AutoCloseable {

    /** Returns the name of the row, in lower case, as used by <code>--only</code>. */
    String name();

    /**
     * Measures once and adds the figures to the sample.
     *
     * @throws Exception if the measurement is invalid, for example because a message was lost
     */
    void measure(Sample sample) throws Exception;

    @Override
    default void close() throws Exception {
    }
}
