package io.github.camelsms.simulator.message;

import java.time.Instant;

import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.SimulatedMessage;
import org.jspecify.annotations.Nullable;

/** An accepted message in a compact form, so that a million fit in memory; guarded by the lock of the store. */
final class StoredMessage {

    final long number;
    final @Nullable String correlationId;
    final long acceptedAtMillis;
    /** When the lists of statuses begin to show it, which is its send time. */
    final long listedAtMillis;
    final long scheduledSeconds;
    final long finalAtMillis;
    final MessageStatus finalStatus;
    /** The first accepted message with the same correlation id, possibly this one. */
    final StoredMessage first;
    final @Nullable String text;
    int timesAccepted;
    @Nullable
    MessageStatus consultedStatus;
    boolean isQueued;
    private final long destination;

    StoredMessage(long number, Submission submission, long acceptedAtMillis, long listedAtMillis,
                  DeliverySimulator.Outcome outcome,
                  @Nullable StoredMessage first,
                  boolean keepText) {
        this.number = number;
        this.correlationId = submission.correlationId();
        // The leading 1 preserves leading zeros.
        this.destination = Long.parseLong("1" + submission.destination());
        this.scheduledSeconds = submission.scheduledSeconds();
        this.acceptedAtMillis = acceptedAtMillis;
        this.listedAtMillis = listedAtMillis;
        this.finalAtMillis = outcome.finalAtMillis();
        this.finalStatus = outcome.finalStatus();
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
                scheduledSeconds == Submission.NOT_SCHEDULED ? null : Instant.ofEpochSecond(scheduledSeconds),
                statusAt(nowMillis),
                first.timesAccepted);
    }
}
