package io.github.camelsms.engine;

import org.jspecify.annotations.Nullable;

/**
 * Snapshot of an account's engine after its last step. Times are those of its {@link EngineClock}.
 *
 * @param pendingMessages     messages in the queue, within its capacity
 * @param heldBack            single messages beyond that capacity, and inputs that wait to be read further
 * @param requestsInFlight    requests without a response
 * @param oldestTakenAt       when the oldest message in the queue was accepted, or null if the queue is empty
 * @param slotOpensAt         earliest time of the next request, or null if it depends on the next response
 * @param usualGapNanos       recent time between two requests while messages wait
 * @param trouble             why messages are not being sent, or null if they are
 * @param suspended           whether sending is suspended
 * @param credentialsRejected whether the account is halted because the service rejected its credentials
 * @param readsInput          whether an input has not ended
 */
public record EngineState(int pendingMessages, int heldBack, int requestsInFlight, @Nullable Long oldestTakenAt,
        @Nullable Long slotOpensAt, long usualGapNanos, @Nullable String trouble, boolean suspended,
        boolean credentialsRejected, boolean readsInput) {

    /** Returns whether no message waits, no request is in flight and no input is open. */
    public boolean isIdle() {
        return pendingMessages == 0 && heldBack == 0 && requestsInFlight == 0 && !readsInput;
    }

    /** Returns a copy of an account that has no problem and is not halted. */
    public EngineState withoutTrouble() {
        return new EngineState(
                pendingMessages, heldBack, requestsInFlight, oldestTakenAt, slotOpensAt, usualGapNanos, null, suspended,
                false, readsInput);
    }
}
