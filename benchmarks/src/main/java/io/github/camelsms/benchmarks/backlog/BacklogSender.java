package io.github.camelsms.benchmarks.backlog;

import java.util.concurrent.atomic.LongAdder;

/**
 * Sender of one account that always has a backlog until it is stopped, and counts the results.
 */
public abstract class BacklogSender {

    private final LongAdder accepted = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private volatile boolean isStopped;

    public abstract void start() throws Exception;

    /** Stops submitting messages. */
    public final void stop() {
        isStopped = true;
    }

    /** Waits until all submitted messages have their result. */
    public abstract void awaitEnd() throws InterruptedException;

    /** Returns the number of messages accepted by the service. */
    public final long accepted() {
        return accepted.sum();
    }

    /** Returns the number of messages rejected, not sent or of unknown outcome. */
    public final long lost() {
        return lost.sum();
    }

    final boolean isStopped() {
        return isStopped;
    }

    /** Counts messages with a result; those that are not known to be accepted are lost. */
    final void count(int messages, long acceptedMessages) {
        accepted.add(acceptedMessages);
        lost.add(messages - acceptedMessages);
    }
}
