package io.github.camelsms.store;

import io.github.camelsms.model.SmsOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The state of a stored message.
 */
public enum SmsMessageState {

    /** Waits for its turn. */
    WAITING,
    /** Waits for its time. It becomes {@link #WAITING} then. */
    SCHEDULED,
    /** Belongs to a request that may leave or has left, and whose response is not known yet. */
    SENDING,
    /** The service accepted it. Final. */
    ACCEPTED,
    /** The service rejected it. Final. */
    REJECTED,
    /** It certainly did not reach the service and is not sent any more, for instance because it expired. Final. */
    NOT_SENT,
    /** It may have reached the service. Evidence settles it. */
    UNKNOWN,
    /** It may have reached the service, but no evidence was found in time. A person decides. */
    PARKED,
    /** An operator cancelled it before it was sent. Final. */
    CANCELLED;

    /** Returns whether the message waits for a request: {@link #WAITING} or {@link #SCHEDULED}. */
    public boolean isWaiting() {
        return this == WAITING || this == SCHEDULED;
    }

    /** Returns whether the message needs nothing more. */
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
