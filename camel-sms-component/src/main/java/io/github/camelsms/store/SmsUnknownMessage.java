package io.github.camelsms.store;

import java.time.Instant;

/**
 * Message of unknown outcome whose look-up is due.
 *
 * @param unknownSince when it became UNKNOWN, from which the time for reconciliation counts
 * @param looks        number of look-ups without a result
 * @param lookAt       when the look-up was due
 */
public record SmsUnknownMessage(SmsStoredMessage message, Instant unknownSince, int looks, Instant lookAt) {
}
