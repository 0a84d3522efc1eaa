package io.github.camelsms.dispatch;

import java.util.List;

import io.github.camelsms.model.SmsMessage;

/**
 * A request without an answer yet. Compared by identity.
 */
final class InFlight {

    final List<Entry> entries;
    final long departedAt;

    InFlight(List<Entry> entries, long departedAt) {
        this.entries = entries;
        this.departedAt = departedAt;
    }

    List<SmsMessage> messages() {
        return entries.stream().map(entry -> entry.message).toList();
    }
}
