package io.github.camelsms.dispatch;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.camelsms.model.SmsMessage;

/**
 * A request without a response yet. Compared by identity.
 */
final class InFlight {

    final List<Entry> entries;
    final long departedAt;
    /** The same moment on the wall clock. */
    final Instant sentAt;
    /** When the engine no longer waits for a response. */
    final long deadline;
    private final AtomicBoolean responded = new AtomicBoolean();

    InFlight(List<Entry> entries, long departedAt, Instant sentAt, long deadline) {
        this.entries = entries;
        this.departedAt = departedAt;
        this.sentAt = sentAt;
        this.deadline = deadline;
    }

    /** Takes note of a response, on any thread; tells whether it is the first one. */
    boolean respond() {
        return responded.compareAndSet(false, true);
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
