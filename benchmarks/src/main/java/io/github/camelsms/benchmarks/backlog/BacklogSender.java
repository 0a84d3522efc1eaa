package io.github.camelsms.benchmarks.backlog;

/**
 * Sends to one account without ever running out of messages, until it is stopped.
 */
public interface BacklogSender {

    void start() throws Exception;

    /** Takes up no more messages. */
    void stop();

    /** Waits until all that was taken up has come to its end. */
    void awaitEnd() throws InterruptedException;

    /** What became of the messages so far. */
    Tally tally();
}
