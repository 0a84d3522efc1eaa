package io.github.camelsms.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * What an account is doing, as of its last step.
 *
 * @param pendingMessages    messages waiting in the queue, within its bound
 * @param heldBack           single messages beyond that bound, and inputs that wait to be read on
 * @param requestsInFlight   requests without an answer yet
 * @param trouble            why nothing is being sent, or null when all is well
 * @param suspended          whether sending is suspended
 * @param credentialsRefused whether the account is halted because the service refused its credentials
 */
public record DispatcherState(int pendingMessages, int heldBack, int requestsInFlight, @Nullable String trouble,
        boolean suspended, boolean credentialsRefused) {

    static final DispatcherState IDLE = new DispatcherState(0, 0, 0, null, false, false);
}
