package io.github.camelsms.client;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Result of one HTTP call, before its body is parsed.
 */
public sealed interface HttpReply {

    /**
     * A complete response with any status.
     *
     * @param status      HTTP status
     * @param body        decompressed body, empty if there was none
     * @param contentType value of the Content-Type header, or null
     * @param retryAfter  delay of the Retry-After header, never negative, or null if there is none
     * @param links       values of the Link headers
     * @param credentials credentials of the request, which the body may repeat
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Received(int status, byte[] body, @Nullable String contentType, @Nullable Duration retryAfter,
            List<String> links, Credentials credentials) implements HttpReply {

        private static final int HTTP_OK = 200;

        public Received(int status, byte[] body, @Nullable String contentType, @Nullable Duration retryAfter,
                        List<String> links) {
            this(status, body, contentType, retryAfter, links, Credentials.NONE);
        }

        /** Returns a successful response with a body that was stored. */
        public static Received ofStored(byte[] body) {
            return new Received(HTTP_OK, body, null, null, List.of());
        }

        public boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        /** Shows neither the body nor the links, which may contain phone numbers. */
        @Override
        public String toString() {
            return "Received[status=" + status + ", length=" + body.length + "]";
        }
    }

    /**
     * No connection was established, so no byte of the request was sent.
     */
    record NotConnected(String reason) implements HttpReply {
    }

    /**
     * The connection was established, but the request was withheld. No byte of it was sent.
     */
    record Withheld() implements HttpReply {
    }

    /**
     * A byte of the request may have been sent, and there is no complete response.
     *
     * @param status     HTTP status of the response, or null if it was not received
     * @param incomplete the response with the first bytes of its body, or null if there is none
     */
    record Lost(@Nullable Integer status, String reason, @Nullable Received incomplete) implements HttpReply {

        public Lost(@Nullable Integer status, String reason) {
            this(status, reason, null);
        }
    }
}
