package io.github.camelsms.observe;

import java.time.Instant;

import io.github.camelsms.model.OneLine;

/**
 * Something that went wrong with an account.
 *
 * @param time   when it was noticed
 * @param kind   what kind of trouble
 * @param reason what happened, in one line for a person; holds neither phone number, text nor password
 */
public record Incident(Instant time, Kind kind, String reason) {

    private static final int MAX_REASON_LENGTH = 1_000;

    public Incident {
        reason = OneLine.of(reason, MAX_REASON_LENGTH);
    }

    /** Kinds of trouble. */
    public enum Kind {
        /** The service asked to slow down (429). */
        THROTTLED,
        /** No connection to the service. */
        UNREACHABLE,
        /** The credentials were refused. */
        HALTED,
        /** Several requests in a row had no usable response. */
        UNANSWERED,
        /** Messages of a request may or may not have been sent. */
        UNKNOWN,
        /** Statuses could not be read. */
        STATUSES,
        /** A defect of the component. */
        INTERNAL
    }
}
