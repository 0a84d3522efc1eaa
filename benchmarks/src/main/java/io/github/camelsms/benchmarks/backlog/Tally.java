package io.github.camelsms.benchmarks.backlog;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of results that callers received. Thread-safe.
 */
public final class Tally {

    private final LongAdder accepted = new LongAdder();
    private final LongAdder lost = new LongAdder();

    /** Counts messages accepted by the service. */
    public void accepted(long messages) {
        accepted.add(messages);
    }

    /** Counts messages rejected, not sent or of unknown outcome. */
    public void lost(long messages) {
        lost.add(messages);
    }

    public long accepted() {
        return accepted.sum();
    }

    public long lost() {
        return lost.sum();
    }
}
