package io.github.camelsms.engine.stored;

import java.time.Duration;

import io.github.camelsms.store.SmsWhenUnknown;

/**
 * Settings of an engine on a message store.
 *
 * @param requestTimeout maximum total time of a request
 * @param whenUnknown    handling of messages of unknown outcome
 */
public record StoredSettings(Duration requestTimeout, SmsWhenUnknown whenUnknown) {
}
