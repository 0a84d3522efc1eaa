package io.github.camelsms.simulator;

/** The form of the response to a throttled request, which the interface does not show. */
public enum TooManyRequestsResponse {
    /** HTTP status 429 with {@code {"status":"NOK","code":429,"message":…}}. */
    HTTP_STATUS_JSON,
    /** HTTP status 429 without a body. */
    HTTP_STATUS_EMPTY,
    /** HTTP status 200 with {@code {"status":"NOK","code":429,"message":…}}. */
    BODY_OBJECT,
    /** HTTP status 200 with an array of one such object. */
    BODY_ARRAY
}
