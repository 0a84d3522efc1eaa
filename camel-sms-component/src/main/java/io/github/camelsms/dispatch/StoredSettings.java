package io.github.camelsms.dispatch;

import java.time.Duration;

import io.github.camelsms.store.SmsWhenUnknown;

/**
 * Settings of an engine on a message store.
 *
 * @param requestTimeout total time that a request can take
 * @param whenUnknown    what happens to a message of unknown outcome
 */
public record StoredSettings(Duration requestTimeout, SmsWhenUnknown whenUnknown) {
}
