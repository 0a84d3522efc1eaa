package io.github.camelsms.simulator;

/** How {@code GET /v1/status} wraps its items, which the interface does not show. */
public enum StatusEnvelope {
    /** The object of the by-date query: {@code status}, {@code code}, {@code message} and {@code sent_status}. */
    SENT_STATUS_OBJECT,
    /** {@code [item, …]}. */
    BARE_ARRAY,
    /** An object with the items alone, under a name of your choice: {@code {"statuses":[item, …]}}. */
    OTHER_NAME,
    /** The same, one level down: {@code {"data":{"statuses":[item, …]}}}. */
    NESTED
}
