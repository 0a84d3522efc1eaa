package io.github.camelsms.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.SmsRequestId;
import org.jspecify.annotations.Nullable;

/**
 * Request in flight. Compared by identity.
 */
public final class InFlight {

    public final List<Entry> entries;
    /** Number of the request in the message store, or null without a store. */
    public final @Nullable SmsRequestId id;
    /** When it was handed over to the sender. */
    final long startedAt;
    /** When its first byte was sent, as far as the pacer knows: it learns this with the response. */
    long departedAt;
    /** Wall-clock time of the handover. */
    final Instant sentAt;
    /** When the engine stops waiting for a response. */
    final long deadline;
    /** Confined to the loop, as the other fields. */
    BatchSender.Withdrawal withdrawal = BatchSender.Withdrawal.IMPOSSIBLE;
    private final AtomicBoolean responded = new AtomicBoolean();
    private volatile long firstByteAt;

    InFlight(List<Entry> entries, @Nullable SmsRequestId id, long startedAt, Instant sentAt, long deadline) {
        this.entries = entries;
        this.id = id;
        this.startedAt = startedAt;
        this.departedAt = startedAt;
        this.firstByteAt = startedAt;
        this.sentAt = sentAt;
        this.deadline = deadline;
    }

    /** Records that the first byte is sent now, on any thread. */
    void departs(long now) {
        firstByteAt = now;
    }

    long firstByteAt() {
        return firstByteAt;
    }

    /** Records a response, on any thread. Returns whether it is the first one. */
    boolean respond() {
        return responded.compareAndSet(false, true);
    }

    List<SmsMessage> messages() {
        List<SmsMessage> messages = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            messages.add(entry.message);
        }
        return messages;
    }

    /** Sets the departure time of each message. */
    void markSent() {
        entries.forEach(entry -> entry.sentAt = sentAt);
    }

    /** Returns the sinks of the messages, without duplicates. */
    Set<ResultSink> origins() {
        Set<ResultSink> origins = new LinkedHashSet<>();
        entries.forEach(entry -> origins.add(entry.submission.sink));
        return origins;
    }
}
