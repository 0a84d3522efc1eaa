package io.github.camelsms.observe;

import java.time.Instant;

import io.github.camelsms.model.OneLine;

/**
 * Problem of an account.
 *
 * @param time   when it was noticed
 * @param kind   kind of problem
 * @param reason what happened, in one line for operators; holds no phone number and no password, and of a text at most
 *               words of up to three letters
 */
record Incident(Instant time, Kind kind, String reason) {

    private static final int MAX_REASON_LENGTH = 1_000;

    Incident {
        reason = OneLine.of(reason, MAX_REASON_LENGTH);
    }

    /** Kind of problem. */
    enum Kind {
        /** The service throttled a request (429). */
        THROTTLED,
        /** The connection to the service could not be established. */
        UNREACHABLE,
        /** The service rejected the credentials. */
        HALTED,
        /** Several requests in a row had no usable response. */
        NO_USABLE_RESPONSE,
        /** Messages of a request may or may not have been sent. */
        UNKNOWN,
        /** Statuses could not be read. */
        STATUSES,
        /** Exchanges of statuses or outcomes failed in their route. */
        ROUTE,
        /** The message store failed. */
        STORE,
        /** Policies failed, or did not return in time. */
        POLICY,
        /** A defect of the component. */
        INTERNAL
    }
}
