package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.time.ZoneId;

import io.github.camelsms.store.SmsWhenUnknown;

/**
 * Settings for messages of unknown outcome.
 *
 * @param isEnabled whether they are looked up
 * @param after     when they are looked up for the first time
 * @param atMost    how long they are looked up
 * @param isResent  whether a message of which the service has no record by then is resent instead of parked
 * @param zone      time zone of the service's days
 */
public record ReconciliationSettings(boolean isEnabled, Duration after, Duration atMost, boolean isResent, ZoneId zone) {

    /** Returns what the store does with a message that becomes UNKNOWN. */
    public SmsWhenUnknown whenUnknown() {
        return new SmsWhenUnknown(after, !isEnabled);
    }
}
