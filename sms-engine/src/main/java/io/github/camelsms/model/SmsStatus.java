package io.github.camelsms.model;

import java.time.Instant;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Delivery status of a message, as returned by the service (interface, "Status item").
 *
 * @param correlationId the message's correlation id, or null if the item had none
 * @param destination   the recipient number, or null if the item had none
 * @param sentDate      when the message was sent, to the second, or null if the item had no readable date
 * @param status        the status; {@link SmsDeliveryStatus#OTHER} for one that the interface does not list
 * @param rawStatus     the service's status text, or null if the item had none
 */
public record SmsStatus(@Nullable String correlationId, @Nullable String destination,
        // Without a module, Jackson cannot write an Instant.
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Instant sentDate,
        SmsDeliveryStatus status, @Nullable String rawStatus) {

    private static final int MAX_SHOWN = 200;

    /** Creates a status from its JSON. Without a module, Jackson cannot read an Instant. */
    @JsonCreator
    static SmsStatus ofJson(
            @JsonProperty("correlationId") @Nullable String correlationId,
            @JsonProperty("destination") @Nullable String destination,
            @JsonProperty("sentDate") @Nullable String sentDate, @JsonProperty("status") SmsDeliveryStatus status,
            @JsonProperty("rawStatus") @Nullable String rawStatus) {
        return new SmsStatus(correlationId, destination, JsonText.instant(sentDate), status, rawStatus);
    }

    /**
     * Returns the fields on one line, with only the last four digits of phone numbers.
     */
    @Override
    public String toString() {
        return "SmsStatus[correlationId=" + OneLine.of(correlationId, MAX_SHOWN) + ", destination="
               + Masked.number(destination) + ", sentDate=" + sentDate + ", status=" + status + ", rawStatus="
               + Masked.numbersIn(OneLine.of(rawStatus, MAX_SHOWN)) + "]";
    }
}
