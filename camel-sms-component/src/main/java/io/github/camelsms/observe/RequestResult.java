package io.github.camelsms.observe;

import io.github.camelsms.model.SendResponse;

/**
 * Result of a send request.
 */
public enum RequestResult {
    /** The response has a result for each message. */
    PROCESSED,
    /** The request was throttled (429); its messages are retried. */
    THROTTLED,
    /** The credentials were rejected (401, 403); its messages were not sent. */
    UNAUTHORIZED,
    /** The request as a whole was not understood (such as 400); its messages were not sent. */
    NOT_UNDERSTOOD,
    /** The connection could not be established; its messages are retried. */
    NOT_CONNECTED,
    /** There was no usable response; its messages may have been sent and are not retried. */
    UNKNOWN;

    /** Returns the result of a request with this response. */
    public static RequestResult of(SendResponse response) {
        if (response instanceof SendResponse.Processed) {
            return PROCESSED;
        }
        if (response instanceof SendResponse.Throttled) {
            return THROTTLED;
        }
        if (response instanceof SendResponse.Unauthorized) {
            return UNAUTHORIZED;
        }
        if (response instanceof SendResponse.NotUnderstood) {
            return NOT_UNDERSTOOD;
        }
        return response instanceof SendResponse.NotConnected ? NOT_CONNECTED : UNKNOWN;
    }
}
