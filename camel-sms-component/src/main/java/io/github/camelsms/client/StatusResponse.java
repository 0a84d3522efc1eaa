package io.github.camelsms.client;

import java.time.Duration;
import java.util.List;

import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Result of a query for statuses.
 */
public sealed interface StatusResponse {

    /** Returns the statuses that were read, if the query failed those before the failure; possibly none. */
    List<SmsStatus> readSoFar();

    /**
     * The statuses of a successful query.
     *
     * @param statuses  the statuses in the service's order, possibly none
     * @param fullBlock whether the last block had 100 items or more, so that the service may have more (interface,
     *                  "Limits")
     */
    record Statuses(List<SmsStatus> statuses, boolean fullBlock) implements StatusResponse {

        public Statuses {
            statuses = List.copyOf(statuses);
        }

        @Override
        public List<SmsStatus> readSoFar() {
            return statuses;
        }
    }

    /**
     * The query failed.
     *
     * @param kind                 kind of failure
     * @param code                 the service's code or the HTTP status, or null if there was no response
     * @param reason               what happened, in one line without phone numbers
     * @param readSoFar            the statuses that were read before the failure, possibly none; they are valid
     * @param unrecognizedResponse the text of the response if it was not recognized, or null; may contain phone numbers
     * @param retryAfter           delay that the service requests, or null
     */
    record Failed(Kind kind, @Nullable Integer code, String reason, List<SmsStatus> readSoFar,
            @Nullable String unrecognizedResponse, @Nullable Duration retryAfter)
            implements
                StatusResponse,
                StatusPage {

        /** Time between two polls while the credentials are rejected. */
        public static final Duration HALT = Duration.ofMinutes(1);

        private static final Duration MIN_RETRY_DELAY = Duration.ofSeconds(1);
        private static final Duration MAX_RETRY_DELAY = Duration.ofSeconds(60);

        public Failed {
            readSoFar = List.copyOf(readSoFar);
        }

        /** Returns a failure without statuses, response and delay. */
        public static Failed of(Kind kind, @Nullable Integer code, String reason) {
            return new Failed(kind, code, reason, List.of(), null, null);
        }

        /**
         * Returns the failure of polls while polling is halted, because the service rejected the credentials: further
         * attempts could lock the account.
         */
        public Failed halted() {
            return of(
                    kind, code,
                    reason + "; polling is halted, and the next attempt follows after " + HALT.toSeconds() + " s");
        }

        /**
         * Returns the delay before the retry of a throttled request: the delay that the service requests, 1 to 60
         * seconds.
         */
        public Duration retryDelay() {
            if (retryAfter == null || retryAfter.compareTo(MIN_RETRY_DELAY) < 0) {
                return MIN_RETRY_DELAY;
            }
            return retryAfter.compareTo(MAX_RETRY_DELAY) > 0 ? MAX_RETRY_DELAY : retryAfter;
        }

        /**
         * Shows neither the response nor the statuses, which contain phone numbers.
         */
        @Override
        public String toString() {
            return "Failed[kind=" + kind + ", code=" + code + ", reason=" + reason + ", readSoFar=" + readSoFar.size()
                   + ", retryAfter=" + retryAfter + "]";
        }
    }

    /**
     * Kinds of failures of a query.
     */
    enum Kind {
        /** The service throttled the query and its retries (429). Throttled requests consume no statuses. */
        THROTTLED,
        /** The credentials were rejected (401, 403). */
        UNAUTHORIZED,
        /** No connection was established, so the service has not received the query. */
        NOT_CONNECTED,
        /** The service rejected the query itself (code -20, NOK, or an HTTP status such as 400 or 404). */
        REJECTED,
        /**
         * The query may have been sent, and there is no complete response: the service may have marked a block of
         * statuses as consulted.
         */
        LOST,
        /** The response was not recognized; {@link Failed#unrecognizedResponse()} has it. */
        UNRECOGNIZED,
        /** There are or may be further statuses, but the link to them cannot be followed, or a limit was reached. */
        INCOMPLETE
    }
}
