package io.github.camelsms.benchmarks;

import io.github.camelsms.benchmarks.report.Sample;

/**
 * One row of a table: something that is measured once a round, beside its peers.
 */
public interface Contestant extends AutoCloseable {

    /** Name of the row, in lower case; <code>--only</code> takes it. */
    String name();

    /**
     * Measures once, and puts the figures into the sample.
     *
     * @throws Exception if the measurement is not worth reporting, for example because a message was lost that must not
     *                   be
     */
    void measure(Sample sample) throws Exception;

    @Override
    default void close() throws Exception {
    }
}
