package io.github.camelsms.model;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Result of one send request as a whole. Its type determines whether the request's messages may be retried.
 */
public sealed interface SendResponse {

    /** Returns why the response has no result for each message, for operators and without secrets; null if it has. */
    @Nullable
    String reason();

    /**
     * A response with a result for each message.
     *
     * @param results     one result per message, in the request's order: {@link SmsOutcome#UNKNOWN} for a message
     *                    without a result, {@link SmsOutcome#NOT_SENT} with code 429 for a throttled message
     * @param isThrottled whether the HTTP status or a code in the response is 429
     * @param retryAfter  delay that a throttling service requests, or null
     */
    record Processed(List<SmsSendResult> results, boolean isThrottled,
            @Nullable Duration retryAfter) implements SendResponse {

        public Processed {
            results = List.copyOf(results);
        }

        /** Creates a response that was not throttled. */
        public Processed(List<SmsSendResult> results) {
            this(results, false, null);
        }

        /** Returns the number of messages with this outcome. */
        public int count(SmsOutcome outcome) {
            int count = 0;
            for (SmsSendResult result : results) {
                count += result.outcome() == outcome ? 1 : 0;
            }
            return count;
        }

        @Override
        public @Nullable String reason() {
            return null;
        }
    }

    /**
     * The service throttled the request (code 429) and accepted no message. The messages may be retried.
     *
     * @param retryAfter delay that the service requests, or null
     */
    record Throttled(@Nullable Duration retryAfter, String reason) implements SendResponse {
    }

    /**
     * The service rejected the credentials (401, 403) and accepted no message. Retries fail until they are corrected.
     */
    record Unauthorized(int code, String reason) implements SendResponse {
    }

    /**
     * The service did not understand the request as a whole (400, 404, 405, 413, 415, 422) and accepted no message. A
     * retry would fail as well.
     */
    record NotUnderstood(int code, String reason) implements SendResponse {
    }

    /**
     * The connection could not be established and no byte of the request was sent. The messages may be retried.
     */
    record NotConnected(String reason) implements SendResponse {
    }

    /**
     * The request was not started, because the account's lease ends too soon or no thread was available in time. No
     * byte of it was sent. The messages may be retried.
     */
    record Withheld(String reason) implements SendResponse {
    }

    /**
     * A byte of the request may have been sent and there was no usable response. The messages may have been accepted
     * and must not be retried.
     *
     * @param code        the HTTP status of the response, or null if there was no response
     * @param isThrottled whether the HTTP status or a code in the response is 429
     * @param retryAfter  delay that a throttling service requests, or null
     */
    record Unknown(@Nullable Integer code, String reason, boolean isThrottled,
            @Nullable Duration retryAfter) implements SendResponse {

        /** Creates a response that is throttled if its HTTP status is 429. */
        public Unknown(@Nullable Integer code, String reason) {
            this(code, reason, code != null && code == SmsSendResult.CODE_TOO_MANY_REQUESTS, null);
        }
    }
}
