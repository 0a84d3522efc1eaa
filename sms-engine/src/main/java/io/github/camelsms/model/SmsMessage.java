package io.github.camelsms.model;

import java.time.Duration;
import java.time.Instant;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Short message to send, an element of the <code>sms</code> list of a send request (interface, "Message to send").
 * <p>
 * The constructor does not validate. A message is validated when it is sent, and an invalid one has the outcome
 * {@link SmsOutcome#REJECTED}.
 *
 * @param messageText   text, 1 to 160 characters, or up to 1,404 with <code>longMessage=split</code>; with
 *                      <code>longMessage=truncate</code> a longer text is truncated. null and any other length are
 *                      rejected when the message is sent
 * @param destination   recipient number: area code and number, 10 or 11 digits, whose formatting and prefixes are
 *                      removed when the message is sent; with <code>numberRegion=none</code> 1 to 11 digits
 * @param correlationId the client's own identifier, at most 50 characters, or null; the service lists statuses only of
 *                      messages that have one
 * @param scheduledDate when the service should send the message, in whole seconds, or null for the service's default
 * @param priority      0 to 9 as in JMS, higher priorities first; null for {@link #DEFAULT_PRIORITY}; not transmitted
 *                      to the service
 * @param timeToLive    time after which the message expires and is not sent, from when the component accepts it; null
 *                      for no limit but the <code>deliveryTimeout</code> of an exchange that waits for the outcome; not
 *                      transmitted to the service
 * @param origin        place in a file that it comes from, or null; not transmitted to the service
 */
public record SmsMessage(@Nullable String messageText, @Nullable String destination, @Nullable String correlationId,
        // Without a module, Jackson cannot write an Instant or a Duration.
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Instant scheduledDate, @Nullable Integer priority,
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Duration timeToLive, @Nullable SmsOrigin origin) {

    /** Priority of a message without a priority, as in JMS. */
    public static final int DEFAULT_PRIORITY = 4;
    public static final int LOWEST_PRIORITY = 0;
    public static final int HIGHEST_PRIORITY = 9;

    /**
     * Creates a message with the default priority and without a time to live.
     */
    public SmsMessage(@Nullable String messageText, @Nullable String destination, @Nullable String correlationId,
                      @Nullable Instant scheduledDate) {
        this(messageText, destination, correlationId, scheduledDate, null, null);
    }

    /**
     * Creates a message that does not come from a file.
     */
    public SmsMessage(@Nullable String messageText, @Nullable String destination, @Nullable String correlationId,
                      @Nullable Instant scheduledDate, @Nullable Integer priority, @Nullable Duration timeToLive) {
        this(messageText, destination, correlationId, scheduledDate, priority, timeToLive, null);
    }

    /**
     * Creates a message from its JSON. Without a module, Jackson cannot read an Instant or a Duration.
     */
    @JsonCreator
    static SmsMessage ofJson(
            @JsonProperty("messageText") @Nullable String messageText,
            @JsonProperty("destination") @Nullable String destination,
            @JsonProperty("correlationId") @Nullable String correlationId,
            @JsonProperty("scheduledDate") @Nullable String scheduledDate,
            @JsonProperty("priority") @Nullable Integer priority,
            @JsonProperty("timeToLive") @Nullable String timeToLive, @JsonProperty("origin") @Nullable SmsOrigin origin) {
        return new SmsMessage(
                messageText, destination, correlationId, JsonText.instant(scheduledDate), priority,
                JsonText.duration(timeToLive), origin);
    }

    /**
     * Creates a message without scheduled date and correlation id.
     */
    public static SmsMessage of(String messageText, String destination) {
        return new SmsMessage(messageText, destination, null, null);
    }

    /**
     * Returns a copy with another correlation id.
     */
    public SmsMessage withCorrelationId(@Nullable String newCorrelationId) {
        return new SmsMessage(messageText, destination, newCorrelationId, scheduledDate, priority, timeToLive, origin);
    }

    /**
     * Returns a copy with another destination.
     */
    public SmsMessage withDestination(@Nullable String newDestination) {
        return new SmsMessage(messageText, newDestination, correlationId, scheduledDate, priority, timeToLive, origin);
    }

    /**
     * Returns a copy with another priority, 0 to 9, or null for the default.
     */
    public SmsMessage withPriority(@Nullable Integer newPriority) {
        return new SmsMessage(messageText, destination, correlationId, scheduledDate, newPriority, timeToLive, origin);
    }

    /**
     * Returns a copy with another time to live, or null for none.
     */
    public SmsMessage withTimeToLive(@Nullable Duration newTimeToLive) {
        return new SmsMessage(messageText, destination, correlationId, scheduledDate, priority, newTimeToLive, origin);
    }

    /**
     * Returns a copy with another text.
     */
    public SmsMessage withMessageText(@Nullable String newMessageText) {
        return new SmsMessage(newMessageText, destination, correlationId, scheduledDate, priority, timeToLive, origin);
    }

    /**
     * Returns a copy with another origin, or null for none.
     */
    public SmsMessage withOrigin(@Nullable SmsOrigin newOrigin) {
        return new SmsMessage(messageText, destination, correlationId, scheduledDate, priority, timeToLive, newOrigin);
    }

    /**
     * Returns the fields without the text, and with only the last four digits of the destination.
     */
    @Override
    public String toString() {
        return "SmsMessage[destination=" + Masked.number(destination) + ", correlationId=" + correlationId
               + ", scheduledDate=" + scheduledDate + ", priority=" + priority + ", timeToLive=" + timeToLive
               + ", origin=" + origin + "]";
    }
}
