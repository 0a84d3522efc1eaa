package io.github.camelsms.simulator;

/** The handling of a {@code scheduledDate} in the future, which the interface does not show. */
public enum ScheduledDates {
    /** The message is accepted and listed immediately, and reaches its final status after its date. */
    HONORED,
    /** The message is accepted immediately, and listed from its date on, which is also its send time. */
    LISTED_WHEN_DUE,
    /** The message is sent immediately. */
    IGNORED,
    /** The message is rejected with -5. */
    REJECTED
}
