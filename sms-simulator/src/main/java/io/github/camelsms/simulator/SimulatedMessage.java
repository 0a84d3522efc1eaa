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
 * @param scheduledDate when it is to be sent, or null for at once
 * @param status        its status now
 * @param timesAccepted how many messages with its correlation id have been accepted; 1 without one
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

    /** Without the text, and with the last four digits only of the number. */
    @Override
    public String toString() {
        return "SimulatedMessage[id=" + id + ", correlationId=" + correlationId + ", destination=*"
               + destination.substring(Math.max(0, destination.length() - 4)) + ", status=" + status + ", timesAccepted="
               + timesAccepted + "]";
    }
}
