package io.github.camelsms.dispatch;

import java.util.List;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsSendResult;

/**
 * Listener for what happens to an account. Called by the account's loop, on the thread of a caller or a response, so it
 * must return at once. What it throws is told to all listeners as an internal error.
 */
public interface DispatchListener {

    /** Hears nothing. */
    DispatchListener NONE = new DispatchListener() {
    };

    /** A request came back. */
    default void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
    }

    /**
     * A message came to its end.
     *
     * @param nanos how long after the engine took it; 0 for one that was refused when it was read
     */
    default void messageCompleted(SmsSendResult result, long nanos) {
    }

    /** The service asked for a pause; nothing is sent until it is over. */
    default void throttled(String reason, long pauseNanos) {
    }

    /** No connection; the next attempt follows after the delay. */
    default void unreachable(String reason, int attempts, long delayNanos) {
    }

    /** The credentials were refused: messages come back NOT_SENT until a probe, after the delay, is let through. */
    default void halted(int code, String reason, long probeDelayNanos) {
    }

    /**
     * Several requests in a row had no usable response, each leaving its messages UNKNOWN: messages wait until the next
     * attempt, after the delay, which risks one message only.
     */
    default void unanswered(String reason, int requests, long delayNanos) {
    }

    /** The account can be reached again, answers again, or its credentials are accepted again. */
    default void recovered() {
    }

    /** Messages of one request ended UNKNOWN; they are looked up by their correlation ids. */
    default void unknown(List<SmsSendResult> results) {
    }

    /** Something failed that should not: a defect, or a listener that threw. Nothing is lost by it. */
    default void internalError(Throwable error) {
    }
}
