package io.github.camelsms.store;

import io.github.camelsms.model.SmsOutcome;
import org.jspecify.annotations.Nullable;

/**
 * State of a stored message.
 */
public enum SmsMessageState {

    /** Queued for a request. */
    WAITING,
    /** Queued for later. It becomes {@link #WAITING} when it is due. */
    SCHEDULED,
    /** In flight: its request is journaled, may have been sent, and has no response yet. */
    SENDING,
    /** The service accepted it. Final. */
    ACCEPTED,
    /** The service rejected it. Final. */
    REJECTED,
    /** The service has not accepted it, and it will not be sent, for example because it expired. Final. */
    NOT_SENT,
    /** It may have reached the service. A delivery status or a late response settles it. */
    UNKNOWN,
    /** It may have reached the service, and reconciliation found no evidence in time. An operator decides. */
    PARKED,
    /** An operator cancelled it before it was sent. Final. */
    CANCELLED;

    /** Returns whether the message waits for a request: {@link #WAITING} or {@link #SCHEDULED}. */
    public boolean isWaiting() {
        return this == WAITING || this == SCHEDULED;
    }

    /** Returns whether the state is final. */
    public boolean isFinal() {
        return this == ACCEPTED || this == REJECTED || this == NOT_SENT || this == CANCELLED;
    }

    /** Returns the outcome that a message in this state has, or null if it has none yet. */
    public @Nullable SmsOutcome outcome() {
        return switch (this) {
            case WAITING, SCHEDULED, SENDING -> null;
            case ACCEPTED -> SmsOutcome.ACCEPTED;
            case REJECTED -> SmsOutcome.REJECTED;
            case NOT_SENT, CANCELLED -> SmsOutcome.NOT_SENT;
            case UNKNOWN, PARKED -> SmsOutcome.UNKNOWN;
        };
    }

    /** Returns the state of a message with this outcome. */
    public static SmsMessageState of(SmsOutcome outcome) {
        return switch (outcome) {
            case ACCEPTED -> ACCEPTED;
            case REJECTED -> REJECTED;
            case NOT_SENT -> NOT_SENT;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
