package io.github.camelsms.client;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Result of one HTTP call, before its body is parsed.
 */
public sealed interface HttpReply {

    /**
     * A whole response, whatever its status.
     *
     * @param status      HTTP status
     * @param body        decompressed body, empty if there was none
     * @param contentType the Content-Type header as it came, or null
     * @param retryAfter  wait that the Retry-After header asks for, never negative, or null if it asks for none
     * @param links       values of the Link headers
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Received(int status, byte[] body, @Nullable String contentType, @Nullable Duration retryAfter,
            List<String> links) implements HttpReply {

        private static final int HTTP_OK = 200;

        /** Returns a successful response with this body, which was stored and is parsed again. */
        public static Received ofStored(byte[] body) {
            return new Received(HTTP_OK, body, null, null, List.of());
        }

        public boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        /** Shows neither the body nor the links, which may have phone numbers. */
        @Override
        public String toString() {
            return "Received[status=" + status + ", length=" + body.length + "]";
        }
    }

    /**
     * No connection was established, so no byte of the request left.
     */
    record NotConnected(String reason) implements HttpReply {
    }

    /**
     * The connection was established, but the request was not allowed to leave any more. No byte of it left.
     */
    record Withheld() implements HttpReply {
    }

    /**
     * A byte of the request may have left, and no whole response came.
     *
     * @param status HTTP status of the response, or null if not even that came
     */
    record Lost(@Nullable Integer status, String reason) implements HttpReply {
    }
}
