package io.github.camelsms.simulator;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/** An accepted message in its compact form, so that a million of them fit in memory; guarded by the store's lock. */
final class StoredMessage {

    static final long NOT_SCHEDULED = Long.MIN_VALUE;

    final long number;
    final @Nullable String correlationId;
    final long acceptedAtMillis;
    final long scheduledSeconds;
    final long finalAtMillis;
    final MessageStatus finalStatus;
    /** The first accepted message with the same correlation id; the message itself if it is the first. */
    final StoredMessage first;
    final @Nullable String text;
    int timesAccepted;
    @Nullable
    MessageStatus consulted;
    boolean waiting;
    private final long destination;

    StoredMessage(long number, Submission submission, long acceptedAtMillis, Fate fate, @Nullable StoredMessage first,
                  boolean keepText) {
        this.number = number;
        this.correlationId = submission.correlationId();
        // The leading 1 keeps leading zeros of the number.
        this.destination = Long.parseLong("1" + submission.destination());
        this.scheduledSeconds = submission.scheduledSeconds();
        this.acceptedAtMillis = acceptedAtMillis;
        this.finalAtMillis = fate.finalAtMillis();
        this.finalStatus = fate.finalStatus();
        this.text = keepText ? submission.text() : null;
        this.first = first == null ? this : first;
        this.first.timesAccepted++;
    }

    String destination() {
        return Long.toString(destination).substring(1);
    }

    MessageStatus statusAt(long millis) {
        return millis >= finalAtMillis ? finalStatus : MessageStatus.SENT;
    }

    SimulatedMessage snapshot(String id, long nowMillis) {
        return new SimulatedMessage(
                id, correlationId, destination(), text, Instant.ofEpochMilli(acceptedAtMillis),
                scheduledSeconds == NOT_SCHEDULED ? null : Instant.ofEpochSecond(scheduledSeconds), statusAt(nowMillis),
                first.timesAccepted);
    }

    /** What becomes of a message, and when. */
    record Fate(MessageStatus finalStatus, long finalAtMillis) {
    }
}
