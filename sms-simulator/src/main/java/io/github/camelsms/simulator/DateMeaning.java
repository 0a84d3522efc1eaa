package io.github.camelsms.simulator;

/** The messages that {@code date} selects in {@code GET /v1/status/date}, which the interface does not show. */
public enum DateMeaning {
    /** Those sent on the day of that time, in a zone. */
    DAY,
    /** Those sent at that time or later. */
    SINCE,
    /** Those sent within the 24 hours from that time on. */
    NEXT_24_HOURS,
    /** Those sent in that second. */
    SECOND
}
