package io.github.camelsms;

import java.time.Duration;

import io.github.camelsms.message.FieldReader;
import io.github.camelsms.message.WholeNumbers;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Message;

/**
 * Reader of headers with texts, priorities and times to live.
 */
final class HeaderReader {

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
