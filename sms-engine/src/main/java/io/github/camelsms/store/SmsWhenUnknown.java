package io.github.camelsms.store;

import java.time.Duration;

/**
 * Handling of a message that becomes UNKNOWN.
 *
 * @param lookAfter delay before its first lookup
 * @param isOffered whether the outcome UNKNOWN is offered to consumers of results. Without reconciliation it must be
 *                  offered, because it is the last outcome. With reconciliation, the later outcome is offered instead
 */
public record SmsWhenUnknown(Duration lookAfter, boolean isOffered) {
}
