package io.github.camelsms.simulator;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A message that the simulator has accepted.
 *
 * @param id            the {@code id_sms} given to it
 * @param correlationId the client's identifier, or null
 * @param destination   recipient, 10 or 11 digits
 * @param text          the text, or null if texts are not kept
 * @param acceptedAt    when it was accepted
 * @param scheduledDate when it must be sent, or null for immediately
 * @param status        its current status
 * @param timesAccepted number of accepted messages with its correlation id; 1 without a correlation id
 */
public record SimulatedMessage(
        String id,
        @Nullable String correlationId,
        String destination,
        @Nullable String text,
        Instant acceptedAt,
        @Nullable Instant scheduledDate,
        MessageStatus status,
        int timesAccepted) {

    /** Omits the text, and masks the number to its last four digits. */
    @Override
    public String toString() {
        return "SimulatedMessage[id=" + id + ", correlationId=" + correlationId + ", destination=*"
               + destination.substring(Math.max(0, destination.length() - 4)) + ", status=" + status + ", timesAccepted="
               + timesAccepted + "]";
    }
}
