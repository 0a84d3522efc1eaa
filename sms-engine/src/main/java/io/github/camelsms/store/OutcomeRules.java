package io.github.camelsms.store;

import io.github.camelsms.model.SmsOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the effect of a fact on the state of a stored message. Facts arrive in any order, once or several times,
 * from the current or a former owner of the account. Acceptance by the service overrides every other state and is never
 * overridden.
 */
final class OutcomeRules {

    private OutcomeRules() {
    }

    /**
     * Returns the state after a request's response, or null if the response changes nothing.
     *
     * @param isLastRequest     whether it was the last request with the message
     * @param hasDeliveryStatus whether the service has reported a status for the message
     * @param waitsAgain        whether the message was certainly not sent and returns to the queue
     */
    static @Nullable SmsMessageState afterResponse(
            SmsMessageState state, boolean isLastRequest, boolean hasDeliveryStatus, SmsOutcome outcome,
            boolean waitsAgain) {
        boolean isInDoubt = isLastRequest && (state == SmsMessageState.SENDING || state == SmsMessageState.UNKNOWN);
        return switch (outcome) {
            case ACCEPTED -> state == SmsMessageState.ACCEPTED ? null : SmsMessageState.ACCEPTED;
            case REJECTED -> isInDoubt || isLastRequest && state == SmsMessageState.PARKED ? SmsMessageState.REJECTED : null;
            case NOT_SENT -> isInDoubt ? notSent(hasDeliveryStatus, waitsAgain) : null;
            case UNKNOWN -> isInDoubt && state == SmsMessageState.SENDING ? unknown(hasDeliveryStatus) : null;
        };
    }

    /** Returns the state of a message in flight that will have no response. */
    private static SmsMessageState unknown(boolean hasDeliveryStatus) {
        return hasDeliveryStatus ? SmsMessageState.ACCEPTED : SmsMessageState.UNKNOWN;
    }

    /**
     * Returns the state after a delivery status, or null if it changes nothing. A message in flight waits for its
     * response, which is more specific.
     *
     * @param hasCode whether the state is from a response with a code, and not from an operator
     */
    static @Nullable SmsMessageState afterStatus(SmsMessageState state, boolean hasCode) {
        boolean isDecided = switch (state) {
            case SENDING, ACCEPTED -> true;
            case REJECTED -> hasCode;
            case WAITING, SCHEDULED, NOT_SENT, UNKNOWN, PARKED, CANCELLED -> false;
        };
        return isDecided ? null : SmsMessageState.ACCEPTED;
    }

    private static SmsMessageState notSent(boolean hasDeliveryStatus, boolean waitsAgain) {
        if (hasDeliveryStatus) {
            return SmsMessageState.ACCEPTED;
        }
        return waitsAgain ? SmsMessageState.WAITING : SmsMessageState.NOT_SENT;
    }
}
