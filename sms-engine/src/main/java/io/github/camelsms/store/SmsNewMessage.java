package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import org.jspecify.annotations.Nullable;

/**
 * Message to store.
 *
 * @param message the valid message, with text, destination and correlation id. Its <code>scheduledDate</code> is passed
 *                to the service and does not delay sending. Its <code>timeToLive</code> starts when it is stored or
 *                due, whichever is later; an expired message is not sent
 * @param dueAt   earliest time to send it, or null for immediately
 * @param headers kept headers, which are restored with the message's result and statuses
 * @param offer   whether and when its outcome is offered to consumers of results
 */
public record SmsNewMessage(SmsMessage message, @Nullable Instant dueAt, Map<String, String> headers, SmsOffer offer) {

    private static final Duration MAX_TIME_TO_LIVE = Duration.ofDays(36_500);
    private static final Instant MIN_DUE_AT = Instant.EPOCH;
    static final Instant MAX_DUE_AT = Instant.parse("9999-12-31T23:59:59Z");

    public SmsNewMessage {
        requireStorable("messageText", message.messageText());
        requireStorable("destination", message.destination());
        requireStorable("correlationId", message.correlationId());
        SmsOrigin origin = message.origin();
        if (origin != null) {
            requireStorable("file", origin.file());
        }
        if (dueAt != null && (dueAt.isBefore(MIN_DUE_AT) || dueAt.isAfter(MAX_DUE_AT))) {
            throw new IllegalArgumentException("dueAt=" + dueAt + " is out of range: give a time from 1970 to 9999");
        }
        headers = Map.copyOf(headers);
    }

    /** Creates a message that can be sent immediately, without headers. */
    public SmsNewMessage(SmsMessage message, SmsOffer offer) {
        this(message, null, Map.of(), offer);
    }

    /** Returns the text of the message. */
    public String text() {
        return String.valueOf(message.messageText());
    }

    /** Returns the full phone number of the recipient. */
    public String destination() {
        return String.valueOf(message.destination());
    }

    /** Returns the correlation id; never null in a store. */
    public String correlationId() {
        return String.valueOf(message.correlationId());
    }

    /** Returns the priority, 0 to 9. */
    public int priority() {
        Integer given = message.priority();
        int requested = given == null ? SmsMessage.DEFAULT_PRIORITY : given;
        return Math.max(SmsMessage.LOWEST_PRIORITY, Math.min(SmsMessage.HIGHEST_PRIORITY, requested));
    }

    /**
     * Returns when the message expires if it is stored now, or null if it has no time to live or one of more than 100
     * years.
     */
    public @Nullable Instant expiresAt(Instant now) {
        return expiresAt(message.timeToLive(), dueAt != null && dueAt.isAfter(now) ? dueAt : now);
    }

    /** Returns when a time to live ends that starts now, or null if there is none, or one of more than 100 years. */
    static @Nullable Instant expiresAt(@Nullable Duration timeToLive, Instant now) {
        if (timeToLive == null || timeToLive.compareTo(MAX_TIME_TO_LIVE) > 0) {
            return null;
        }
        return timeToLive.isNegative() ? now : now.plus(timeToLive);
    }

    /** Returns the initial state of the message if it is stored now. */
    public SmsMessageState firstState(Instant now) {
        return firstState(dueAt, now);
    }

    /** Returns the state in which a message waits that can be sent from a time, or immediately if there is none. */
    static SmsMessageState firstState(@Nullable Instant dueAt, Instant now) {
        return dueAt != null && dueAt.isAfter(now) ? SmsMessageState.SCHEDULED : SmsMessageState.WAITING;
    }

    /** Requires a value that a database can store without changing it. */
    private static void requireStorable(String field, @Nullable String value) {
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(field + " is missing: the message store needs it");
        }
        int character;
        // Each message is checked, and a stream of its characters takes several times as long.
        for (int i = 0; i < value.length(); i += Character.charCount(character)) {
            character = value.codePointAt(i);
            if (character == 0 || Character.getType(character) == Character.SURROGATE) {
                throw new IllegalArgumentException(
                        field + " contains U+0000 or half of a surrogate pair, which the message store cannot keep: remove it");
            }
        }
    }

    /** Shows neither text nor headers, and the destination's last four digits only. */
    @Override
    public String toString() {
        return "SmsNewMessage[" + message + ", dueAt=" + dueAt + ", offer=" + offer + "]";
    }
}
