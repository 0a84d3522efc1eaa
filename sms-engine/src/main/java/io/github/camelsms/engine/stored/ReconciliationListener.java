package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.camelsms.store.SmsStoredMessage;

/**
 * Listener for the reconciliation of an account's messages of unknown outcome. Lists may be empty. It is called on a
 * thread of the query pool, which waits for it.
 */
public interface ReconciliationListener extends Settlement.Listener {

    /** Called with messages that the service knows. */
    default void settled(List<SmsStoredMessage> messages) {
    }

    /** Called with messages that were parked for an operator, because the service has no record of them. */
    default void parked(List<SmsStoredMessage> messages) {
    }

    /** Called with messages that are resent, because the service has no record of them. */
    default void resent(List<SmsStoredMessage> messages) {
    }

    /** Called with messages that are NOT_SENT instead of being resent, because their time to live has ended. */
    default void expired(List<SmsStoredMessage> messages) {
    }

    /**
     * Called when many messages are due, so that their lookups take long.
     *
     * @param interval the interval between two queries
     * @param unknown  counts the messages of unknown outcome in the message store
     */
    default void hasBacklog(Duration interval, Supplier<CompletionStage<Long>> unknown) {
    }

    /** Called when a lookup was throttled; the next one follows after the delay. */
    default void throttled(Duration delay) {
    }

    /**
     * Called when a lookup, or its access to the message store, failed; the next attempt follows after the delay.
     *
     * @param reason what happened, in one line without phone numbers
     */
    default void failed(String reason, Duration delay) {
    }

    /** Called when a lookup succeeded. */
    default void succeeded() {
    }
}
