package io.github.camelsms.simulator;

/** The form of the continuation link of {@code GET /v1/status/date}, which the interface does not show. */
public enum LinkForm {
    /** {@code http://host:port/v1/status/date?date=…&position=100}. */
    ABSOLUTE,
    /** {@code /v1/status/date?date=…&position=100}. */
    RELATIVE,
    /** {@code ?date=…&position=100}. */
    QUERY_ONLY
}
