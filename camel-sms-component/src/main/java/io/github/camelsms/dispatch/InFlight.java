package io.github.camelsms.dispatch;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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

    /** Where the results go, each sink once. */
    Set<ResultSink> origins() {
        Set<ResultSink> origins = new LinkedHashSet<>();
        entries.forEach(entry -> origins.add(entry.submission.sink));
        return origins;
    }
}
