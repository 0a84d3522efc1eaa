package io.github.camelsms.model;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * One short message (MT) to send, element of the <code>sms</code> list of a send request (interface, "Message to
 * send").
 * <p>
 * The record holds what it is given. Whether the service would take it is decided when it is sent, so that a bad
 * message comes back as a result of its own instead of failing where it is made.
 *
 * @param messageText   text to send, 1 to 160 characters; null or another length is rejected when it is sent
 * @param destination   recipient number: area code and number, 10 or 11 digits; formatting characters and a leading
 *                      <code>+55</code>, <code>55</code> or <code>0</code> are removed when it is sent
 * @param correlationId the client's own identifier, at most 50 characters, or null; the service lists statuses only of
 *                      messages that have one
 * @param scheduledDate when the service is to send the message (transmitted in whole seconds), or null for the
 *                      service's default
 * @param priority      0 to 9, as JMS has it: what has more goes first, in order within a priority; null stands for
 *                      {@link #DEFAULT_PRIORITY}; ours alone, the service does not see it
 * @param timeToLive    how long the message is worth sending, from when it is handed in; what is older when its turn
 *                      comes is not sent; null for no such limit; ours alone, the service does not see it
 */
public record SmsMessage(@Nullable String messageText, @Nullable String destination, @Nullable String correlationId,
        @Nullable Instant scheduledDate, @Nullable Integer priority, @Nullable Duration timeToLive) {

    /** Priority of a message that has none of its own, that of JMS. */
    public static final int DEFAULT_PRIORITY = 4;
    public static final int LOWEST_PRIORITY = 0;
    public static final int HIGHEST_PRIORITY = 9;

    /**
     * A message of the default priority that does not grow too old.
     */
    public SmsMessage(@Nullable String messageText, @Nullable String destination, @Nullable String correlationId,
                      @Nullable Instant scheduledDate) {
        this(messageText, destination, correlationId, scheduledDate, null, null);
    }

    /**
     * A message without scheduled date and correlation id.
     */
    public static SmsMessage of(String messageText, String destination) {
        return new SmsMessage(messageText, destination, null, null);
    }

    /**
     * The same message under another correlation id.
     */
    public SmsMessage withCorrelationId(@Nullable String newCorrelationId) {
        return new SmsMessage(messageText, destination, newCorrelationId, scheduledDate, priority, timeToLive);
    }

    /**
     * The same message to another number.
     */
    public SmsMessage withDestination(@Nullable String newDestination) {
        return new SmsMessage(messageText, newDestination, correlationId, scheduledDate, priority, timeToLive);
    }

    /**
     * The same message with another priority, 0 to 9, or null for the default.
     */
    public SmsMessage withPriority(@Nullable Integer newPriority) {
        return new SmsMessage(messageText, destination, correlationId, scheduledDate, newPriority, timeToLive);
    }

    /**
     * The same message with another time to live, or null for none.
     */
    public SmsMessage withTimeToLive(@Nullable Duration newTimeToLive) {
        return new SmsMessage(messageText, destination, correlationId, scheduledDate, priority, newTimeToLive);
    }

    /**
     * The same message with another text.
     */
    public SmsMessage withMessageText(@Nullable String newMessageText) {
        return new SmsMessage(newMessageText, destination, correlationId, scheduledDate, priority, timeToLive);
    }

    /**
     * Shows the destination's last four digits only, and never the text.
     */
    @Override
    public String toString() {
        return "SmsMessage[destination=" + Masked.number(destination) + ", correlationId=" + correlationId
               + ", scheduledDate=" + scheduledDate + ", priority=" + priority + ", timeToLive=" + timeToLive + "]";
    }
}
