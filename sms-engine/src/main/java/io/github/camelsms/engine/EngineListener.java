package io.github.camelsms.engine;

import java.util.List;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;

/**
 * Listener for the events of an account. It must return immediately, because it is called by the account's loop, on the
 * thread of a caller or a response. Its exceptions are reported to all listeners as internal errors.
 */
public interface EngineListener {

    /** Called when a request has ended. */
    default void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
    }

    /**
     * Called when a message has its outcome.
     *
     * @param nanos time since the engine accepted the message; 0 if it was rejected when it was read
     */
    default void messageCompleted(SmsSendResult result, long nanos) {
    }

    /** Called when a request was throttled; nothing is sent during the backoff. */
    default void throttled(String reason, long backoffNanos) {
    }

    /** Called when a connection could not be established; the next attempt follows after the delay. */
    default void unreachable(String reason, int attempts, long delayNanos) {
    }

    /**
     * Called when the credentials were rejected. Messages whose callers wait are NOT_SENT, except for a probe after the
     * delay.
     */
    default void halted(int code, String reason, long probeDelayNanos) {
    }

    /**
     * Called when a request was rejected, probably for its size. Its messages wait.
     *
     * @param messages     number of messages in the request
     * @param nextMessages maximum number of messages in the next one
     */
    default void rejectedForSize(String reason, int messages, int nextMessages) {
    }

    /**
     * Called when the service did not understand a request, whose messages are NOT_SENT, and the next request departs
     * as usual.
     */
    default void notUnderstood(String reason, int messages) {
    }

    /**
     * Called when several requests in a row had no usable response, so that their messages are UNKNOWN, or NOT_SENT if
     * the service rejected the whole request. After the delay, a probe with one message is sent.
     */
    default void circuitOpened(String reason, int requests, long delayNanos) {
    }

    /** Called when a request succeeds after a failed connection, failed requests or rejected credentials. */
    default void recovered() {
    }

    /** Called when messages of one request have the outcome UNKNOWN. */
    default void unknown(List<SmsSendResult> results) {
    }

    /**
     * Called when a call to the message store failed. Messages that were not stored are reported to their callers, but
     * have no outcome.
     */
    default void storeFailed(SmsStoreException failure) {
    }

    /** Called when the message store works again. */
    default void storeRecovered() {
    }

    /**
     * Called when the response to a request rejects messages that the service has reported as sent or delivered.
     *
     * @param response the results of the response
     * @param messages the stored messages, in the same order
     */
    default void contradicted(List<SmsSendResult> response, List<SmsStoredMessage> messages) {
    }

    /**
     * Called when policies had no verdict on messages, which wait: they failed, or did not return in time.
     *
     * @param first    failure of the first message
     * @param messages number of messages
     */
    default void policyFailed(SendVerdict.Failed first, int messages) {
    }

    /** Called on a defect or an exception of a listener. No message is lost. */
    default void internalError(Throwable error) {
    }
}
