package io.github.camelsms.dispatch;

import java.util.concurrent.CompletionStage;

import io.github.camelsms.model.SmsMessage;

/**
 * Batching engine of an account: accepts messages, sends them in paced requests, and returns a result for each.
 * Thread-safe; no method blocks.
 */
public sealed interface SendEngine permits Dispatcher, StoredDispatcher {

    /** Submits a single message. */
    void submit(SmsMessage message, SubmitOptions options, ResultSink sink);

    /** Submits an input, which is read on a reader's thread as the queue drains. */
    void submit(MessageSource source, SubmitOptions options, ResultSink sink);

    /**
     * Changes the settings, starting with the next request and the next message. Queued messages stay, even beyond the
     * new capacity. The new interval counts from the last request. The learned pace, a suspension, a pause after a 429,
     * a backoff and a halt stay in force.
     */
    void change(DispatchSettings settings);

    /**
     * Delays sending until a time, for a pace or a pause from before the engine's start.
     *
     * @param time time of the clock, in nanoseconds
     */
    void holdUntil(long time);

    /** Ends the wait for the next probe of a halted account, because its credentials have changed. */
    void credentialsChanged();

    /**
     * Suspends sending until {@link #resume()}. Requests in flight continue, and waiting messages expire as usual.
     */
    void suspend();

    /** Resumes sending. */
    void resume();

    /**
     * Rejects new messages and sends the backlog. While sending is suspended, messages whose callers wait are NOT_SENT.
     *
     * @return stage that completes when every message has its result
     */
    CompletionStage<Void> drain();

    /**
     * Terminates immediately: queued messages are NOT_SENT, messages in flight UNKNOWN, unless their request was not
     * started.
     *
     * @return stage that completes when every message has its result
     */
    CompletionStage<Void> terminate();

    /** Returns the state after the last step. */
    DispatcherState state();
}
