package io.github.camelsms.store;

import java.time.Duration;

/**
 * What happens to a message that becomes UNKNOWN.
 *
 * @param lookAfter when it is looked up for the first time, from now
 * @param isOffered whether the outcome UNKNOWN is offered to consumers of results. Without reconciliation it is the
 *                  last one. With it, the message is settled or parked later, and that is offered
 */
public record SmsWhenUnknown(Duration lookAfter, boolean isOffered) {
}
