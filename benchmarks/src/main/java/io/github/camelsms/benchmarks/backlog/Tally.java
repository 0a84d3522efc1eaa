package io.github.camelsms.benchmarks.backlog;

import java.util.concurrent.atomic.LongAdder;

/**
 * What callers were told of their messages. Thread-safe.
 */
public final class Tally {

    private final LongAdder accepted = new LongAdder();
    private final LongAdder lost = new LongAdder();

    /** So many messages are known to have been taken by the service. */
    public void accepted(long messages) {
        accepted.add(messages);
    }

    /** So many came back without that: refused, not sent, or nobody knows. */
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
