package io.github.camelsms.model;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A message's delivery status as the service lists it (interface, "Status item").
 *
 * @param correlationId the client's identifier given when the message was sent, or null if the item had none
 * @param destination   the recipient number, or null if the item had none
 * @param sentDate      when the message was sent, to the second, or null if the item had no readable date
 * @param status        the status; {@link SmsDeliveryStatus#OTHER} for one that the interface does not list
 * @param rawStatus     the status as it came, or null if the item had none
 */
public record SmsStatus(@Nullable String correlationId, @Nullable String destination, @Nullable Instant sentDate,
        SmsDeliveryStatus status, @Nullable String rawStatus) {

    private static final int MAX_SHOWN = 200;

    /**
     * Shows the destination's last four digits only, and everything on one line.
     */
    @Override
    public String toString() {
        return "SmsStatus[correlationId=" + OneLine.of(correlationId, MAX_SHOWN) + ", destination="
               + Masked.number(destination) + ", sentDate=" + sentDate + ", status=" + status + ", rawStatus="
               + OneLine.of(rawStatus, MAX_SHOWN) + "]";
    }
}
