package io.github.camelsms.simulator;

/** How the continuation link of {@code GET /v1/status/date} is written, which the interface does not show. */
public enum LinkForm {
    /** {@code http://host:port/v1/status/date?date=…&page=2}. */
    ABSOLUTE,
    /** {@code /v1/status/date?date=…&page=2}. */
    RELATIVE,
    /** {@code ?date=…&page=2}. */
    QUERY_ONLY
}
