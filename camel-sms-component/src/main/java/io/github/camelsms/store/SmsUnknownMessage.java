package io.github.camelsms.store;

import java.time.Instant;

/**
 * A message of unknown outcome that is to be looked up.
 *
 * @param unknownSince when it became UNKNOWN; with the time allowed for reconciliation this gives its deadline
 * @param looks        how often it was looked up without a result
 * @param lookAt       when it was to be looked up next
 */
public record SmsUnknownMessage(SmsStoredMessage message, Instant unknownSince, int looks, Instant lookAt) {
}
