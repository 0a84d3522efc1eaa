package io.github.camelsms.model;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What became of one send request as a whole. Each kind says what may be done with the request's messages.
 */
public sealed interface SendResponse {

    /** Why the messages have no results of their own, for a person to read; null if they have. Holds no secret. */
    @Nullable
    String reason();

    /**
     * The service answered for each message.
     *
     * @param results one result per message of the request, in the request's order; a message that the response leaves
     *                open is {@link SmsOutcome#UNKNOWN}, one that the response calls throttled is
     *                {@link SmsOutcome#NOT_SENT} with code 429
     */
    record Answered(List<SmsSendResult> results) implements SendResponse {

        public Answered {
            results = List.copyOf(results);
        }

        /** How many messages came to this end. */
        public int count(SmsOutcome outcome) {
            return (int) results.stream().filter(result -> result.outcome() == outcome).count();
        }

        @Override
        public @Nullable String reason() {
            return null;
        }
    }

    /**
     * The service refused the request for its rate (code 429) and took none of its messages: they may go again later.
     *
     * @param retryAfter how long the service asks to wait, or null if it did not say
     */
    record Throttled(@Nullable Duration retryAfter, String reason) implements SendResponse {
    }

    /**
     * The credentials were refused (401, 403): no message was taken, nor will be until somebody mends the account.
     */
    record Unauthorized(int code, String reason) implements SendResponse {
    }

    /**
     * The request as a whole was not understood (400, 404, 405, 413, 415, 422): no message was taken, and the same
     * request would fare no better.
     */
    record NotUnderstood(int code, String reason) implements SendResponse {
    }

    /**
     * No connection to the service was established, so no byte of the request left: its messages may go again.
     */
    record NotConnected(String reason) implements SendResponse {
    }

    /**
     * A byte of the request may have left and no usable response came: its messages may have been taken, and must not
     * go again.
     *
     * @param code the HTTP status of the response, or null if none came
     */
    record Unknown(@Nullable Integer code, String reason) implements SendResponse {
    }
}
