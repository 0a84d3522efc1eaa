package io.github.camelsms.observe;

import io.github.camelsms.model.SendResponse;

/**
 * How a send request ended, as one word.
 */
public enum RequestResult {
    /** The service answered for each message. */
    ANSWERED,
    /** Refused for its rate (429): its messages go again. */
    THROTTLED,
    /** The credentials were refused (401, 403): its messages were not sent. */
    UNAUTHORIZED,
    /** The request as a whole was not understood (400 and the like): its messages were not sent. */
    NOT_UNDERSTOOD,
    /** No connection: nothing left, its messages go again. */
    NOT_CONNECTED,
    /** No usable response: its messages may have been sent, and do not go again. */
    UNKNOWN;

    /** How a request ended that came back with this. */
    public static RequestResult of(SendResponse response) {
        if (response instanceof SendResponse.Answered) {
            return ANSWERED;
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
