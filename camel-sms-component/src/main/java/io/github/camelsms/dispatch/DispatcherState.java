package io.github.camelsms.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * What an account is doing, as of its last step. Times are those of its {@link DispatchClock}.
 *
 * @param pendingMessages    messages waiting in the queue, within its bound
 * @param heldBack           single messages beyond that bound, and inputs that wait to be read on
 * @param requestsInFlight   requests without a response yet
 * @param oldestTakenAt      when the message that has waited longest was taken, or null if none waits
 * @param slotOpensAt        before when no request leaves, or null while a response has to come first
 * @param usualGapNanos      how far apart requests leave, lately, while messages wait
 * @param trouble            why nothing is being sent, or null when all is well
 * @param suspended          whether sending is suspended
 * @param credentialsRefused whether the account is halted because the service refused its credentials
 * @param readsInput         whether an input has not been read to its end, or not all of it has results
 */
public record DispatcherState(int pendingMessages, int heldBack, int requestsInFlight, @Nullable Long oldestTakenAt,
        @Nullable Long slotOpensAt, long usualGapNanos, @Nullable String trouble, boolean suspended,
        boolean credentialsRefused, boolean readsInput) {

    /** Whether it has nothing to do: no message waits, no request is in flight and no input is open. */
    public boolean isIdle() {
        return pendingMessages == 0 && heldBack == 0 && requestsInFlight == 0 && !readsInput;
    }

    /** The state with more messages that queue up behind others. */
    DispatcherState withMore(int messages, int maxPendingMessages) {
        int pending = Math.max(pendingMessages, Math.min(pendingMessages + messages, maxPendingMessages));
        return new DispatcherState(
                pending, heldBack + messages - (pending - pendingMessages), requestsInFlight, oldestTakenAt, slotOpensAt,
                usualGapNanos, trouble, suspended, credentialsRefused, readsInput);
    }

    static DispatcherState idle(long intervalNanos) {
        return new DispatcherState(0, 0, 0, null, 0L, intervalNanos, null, false, false, false);
    }
}
