package io.github.camelsms.dispatch;

import java.time.Duration;

import io.github.camelsms.store.SmsWhenUnknown;

/**
 * Settings of an engine on a message store.
 *
 * @param requestTimeout maximum total time of a request
 * @param pollInterval   interval between two searches of the owner for messages that others have queued; fixed when the
 *                       engine is created
 * @param whenUnknown    handling of messages of unknown outcome
 */
public record StoredSettings(Duration requestTimeout, Duration pollInterval, SmsWhenUnknown whenUnknown) {
}
