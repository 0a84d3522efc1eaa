package io.github.camelsms.store;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What the previous owners of an account had in flight.
 *
 * @param isLeaseHeld false if another node has taken over; then nothing was changed
 * @param messages    messages that became UNKNOWN now, or ACCEPTED because they have a delivery status
 * @param untilNext   how long until the next request of a previous owner has passed its time, or null if there is none
 */
public record SmsRecovered(boolean isLeaseHeld, List<SmsStoredMessage> messages, @Nullable Duration untilNext) {
}
