package io.github.camelsms.benchmarks.backlog;

/**
 * Sends to one account, always with a backlog, until it is stopped.
 */
public interface BacklogSender {

    void start() throws Exception;

    /** Stops submitting messages. */
    void stop();

    /** Waits until all submitted messages have their result. */
    void awaitEnd() throws InterruptedException;

    /** Returns the results of the messages so far. */
    Tally tally();
}
