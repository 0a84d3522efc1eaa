package io.github.camelsms.client;

import java.time.Duration;
import java.util.List;

import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * What became of a query for statuses.
 */
public sealed interface StatusResponse {

    /**
     * The service answered the query.
     *
     * @param statuses  the statuses in the service's order, possibly none
     * @param fullBlock whether the last block held 100 items or more, so that more may wait (interface, "Limits")
     */
    record Statuses(List<SmsStatus> statuses, boolean fullBlock) implements StatusResponse {

        public Statuses {
            statuses = List.copyOf(statuses);
        }
    }

    /**
     * The query did not end well.
     *
     * @param kind                 what kind of end
     * @param code                 the service's code or the HTTP status, or null if no response came
     * @param reason               what happened, in one line for a person to read; holds no phone number
     * @param readSoFar            the statuses that were read before the failure, possibly none; they are good
     * @param unrecognizedResponse the response as it came, or null unless it was not understood; may hold phone numbers
     * @param retryAfter           how long the service asks to wait, or null if it did not say
     */
    record Failed(Kind kind, @Nullable Integer code, String reason, List<SmsStatus> readSoFar,
            @Nullable String unrecognizedResponse, @Nullable Duration retryAfter) implements StatusResponse {

        public Failed {
            readSoFar = List.copyOf(readSoFar);
        }

        /**
         * Shows neither the response nor the statuses, which hold phone numbers.
         */
        @Override
        public String toString() {
            return "Failed[kind=" + kind + ", code=" + code + ", reason=" + reason + ", readSoFar=" + readSoFar.size()
                   + ", retryAfter=" + retryAfter + "]";
        }
    }

    /**
     * The ways in which a query fails.
     */
    enum Kind {
        /** The service kept refusing the query for its rate (429). Nothing was consumed by the refused requests. */
        THROTTLED,
        /** The credentials were refused (401, 403). */
        UNAUTHORIZED,
        /** No connection was established, so the service has not seen the query. */
        NOT_CONNECTED,
        /** The service refused the query itself (code -20, NOK, or an HTTP status such as 400 or 404). */
        REFUSED,
        /**
         * The query may have left and no whole response came: a block of statuses not yet consulted may be consumed.
         */
        LOST,
        /** A response came that was not understood; it is kept. */
        UNRECOGNIZED,
        /** There is or may be more, but where the service points cannot be followed, or a bound was reached. */
        INCOMPLETE
    }
}
