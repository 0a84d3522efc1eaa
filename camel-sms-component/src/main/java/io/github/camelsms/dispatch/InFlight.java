package io.github.camelsms.dispatch;

import java.time.Instant;
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
    /** The same moment on the wall clock. */
    final Instant sentAt;

    InFlight(List<Entry> entries, long departedAt, Instant sentAt) {
        this.entries = entries;
        this.departedAt = departedAt;
        this.sentAt = sentAt;
    }

    List<SmsMessage> messages() {
        return entries.stream().map(entry -> entry.message).toList();
    }

    /** The request left; each of its messages remembers when. */
    void markSent() {
        entries.forEach(entry -> entry.sentAt = sentAt);
    }

    /** Where the results go, each sink once. */
    Set<ResultSink> origins() {
        Set<ResultSink> origins = new LinkedHashSet<>();
        entries.forEach(entry -> origins.add(entry.submission.sink));
        return origins;
    }
}
