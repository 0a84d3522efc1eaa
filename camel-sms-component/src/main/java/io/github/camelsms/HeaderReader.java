package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

import io.github.camelsms.message.FieldReader;
import io.github.camelsms.message.MessageRules;
import io.github.camelsms.message.WholeNumbers;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Reader of headers with texts, priorities and times to live, and of those that are defaults for messages.
 */
final class HeaderReader {

    /** Defaults for fields that a message does not set. */
    record Defaults(@Nullable Object destination, @Nullable Object correlationId, @Nullable Object scheduledDate,
            @Nullable Object priority, @Nullable Object timeToLive) {

        private static final Defaults NONE = new Defaults(null, null, null, null, null);

        /** Returns the defaults for a body of one message. */
        static Defaults of(Exchange exchange) {
            Message message = exchange.getMessage();
            if (!message.hasHeaders()) {
                return NONE;
            }
            Object id = textOrNumber(message, SmsConstants.CORRELATION_ID);
            if (GeneratedIds.contains(exchange, id)) {
                id = null;
            }
            return new Defaults(
                    textOrNumber(message, SmsConstants.DESTINATION), id,
                    message.getHeader(SmsConstants.SCHEDULED_DATE),
                    message.getHeader(SmsConstants.PRIORITY), message.getHeader(SmsConstants.TIME_TO_LIVE));
        }

        /** Returns the defaults for each message of a body of many, without id and date. */
        static Defaults ofEach(Exchange exchange) {
            Message message = exchange.getMessage();
            return new Defaults(
                    textOrNumber(message, SmsConstants.DESTINATION), null, null,
                    message.getHeader(SmsConstants.PRIORITY), message.getHeader(SmsConstants.TIME_TO_LIVE));
        }

        private boolean isNone() {
            return destination == null && correlationId == null && scheduledDate == null && priority == null
                    && timeToLive == null;
        }

        SmsMessage fill(SmsMessage message, ZoneId zone) {
            Instant date = message.scheduledDate();
            return isNone()
                    ? message
                    : new SmsMessage(
                            message.messageText(),
                            message.destination() == null ? FieldReader.destination(destination) : message.destination(),
                            message.correlationId() == null
                                    ? FieldReader.correlationId(correlationId) : message.correlationId(),
                            date == null ? FieldReader.date(scheduledDate, zone) : date,
                            message.priority() == null ? HeaderReader.priority(priority) : message.priority(),
                            message.timeToLive() == null ? HeaderReader.timeToLive(timeToLive) : message.timeToLive());
        }

        /** Returns the priority of an input of many messages, regardless of the priorities of its messages. */
        int inputPriority() {
            try {
                Integer given = HeaderReader.priority(priority);
                return given != null && MessageRules.isPriority(given) ? given : SmsMessage.DEFAULT_PRIORITY;
            } catch (IllegalArgumentException e) {
                // Each message is rejected with this error.
                return SmsMessage.DEFAULT_PRIORITY;
            }
        }
    }

    private HeaderReader() {
    }

    /** Returns a number unchanged, because its text may be rounded, and anything else as text. */
    static @Nullable Object textOrNumber(Message message, String name) {
        Object value = message.getHeader(name);
        return value == null || value instanceof String || value instanceof Number
                ? value : message.getHeader(name, String.class);
    }

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException if it is not a text; the message names the header
     */
    static @Nullable String text(Message message, String name) {
        return FieldReader.text("header " + name, textOrNumber(message, name));
    }

    /**
     * Converts a whole number, or digits as text.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static @Nullable Integer priority(@Nullable Object value) {
        if (value == null || value instanceof String text && text.isBlank()) {
            return null;
        }
        try {
            if (value instanceof Number number) {
                return WholeNumbers.of(number).intValueExact();
            } else if (value instanceof String text) {
                return Integer.valueOf(text.strip());
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException("priority is not a number from 0 to 9", e);
        }
        throw new IllegalArgumentException("priority is a " + value.getClass().getSimpleName() + ", not a number from 0 to 9");
    }

    /**
     * Converts a duration, milliseconds, or a text; see {@link Durations#parse}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static @Nullable Duration timeToLive(@Nullable Object value) {
        if (value == null || value instanceof String text && text.isBlank()) {
            return null;
        }
        try {
            if (value instanceof Duration duration) {
                return duration;
            } else if (value instanceof Number number) {
                return Duration.ofMillis(WholeNumbers.of(number).longValueExact());
            } else if (value instanceof String text) {
                return Durations.parse(text);
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "timeToLive is not a duration: give one such as 30s, PT30S or milliseconds", e);
        }
        throw new IllegalArgumentException(
                "timeToLive is a " + value.getClass().getSimpleName()
                                           + ": give a duration such as 30s, PT30S or milliseconds");
    }
}
