package io.github.camelsms.simulator;

/** The JSON around the items of {@code GET /v1/status}, which the interface does not show. */
public enum StatusEnvelope {
    /** The object of the by-date query: {@code status}, {@code code}, {@code message} and {@code sent_status}. */
    SENT_STATUS_OBJECT,
    /** {@code [item, …]}. */
    BARE_ARRAY,
    /** An object with only the items, in a field of a configurable name: {@code {"statuses":[item, …]}}. */
    OTHER_NAME,
    /** An object that holds the object of {@link #OTHER_NAME}: {@code {"data":{"statuses":[item, …]}}}. */
    NESTED
}
