package io.github.camelsms.store;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Result of the recovery of abandoned requests.
 *
 * @param isLeaseHeld false if another node has taken over; then nothing was changed
 * @param messages    messages that became UNKNOWN now, or ACCEPTED because they have a delivery status
 * @param untilNext   time until the next of them times out, or null if there is none
 */
public record SmsRecovered(boolean isLeaseHeld, List<SmsStoredMessage> messages, @Nullable Duration untilNext) {
}
