package io.github.camelsms;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Pattern;

import io.github.camelsms.message.FieldReader;
import io.github.camelsms.message.WholeNumbers;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Message;
import org.apache.camel.util.TimeUtils;

/**
 * Reader of headers with texts, priorities and times to live.
 */
final class HeaderReader {

    /**
     * Durations that Camel reads without loss, such as <code>30s</code>, <code>1h30m</code> and <code>500</code>. It
     * takes other texts for zero.
     */
    private static final Pattern DURATION = Pattern.compile(
            "[0-9]{1,18}|(?:[0-9]{1,9}d)?(?:[0-9]{1,9}h)?(?:[0-9]{1,9}m(?:in)?)?(?:[0-9]{1,9}s(?:ec)?)?(?:[0-9]{1,9}ms)?");

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
     * Converts a duration, milliseconds, or a text: Camel's format (<code>30s</code>), ISO-8601 (<code>PT30S</code>),
     * or digits for milliseconds.
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
                return duration(text.strip());
            }
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException | StringIndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "timeToLive is not a duration: give one such as 30s, PT30S or milliseconds", e);
        }
        throw new IllegalArgumentException(
                "timeToLive is a " + value.getClass().getSimpleName()
                                           + ": give a duration such as 30s, PT30S or milliseconds");
    }

    private static Duration duration(String text) {
        if (text.startsWith("P") || text.startsWith("p") || text.startsWith("-P")) {
            return Duration.parse(text);
        } else if (!DURATION.matcher(text).matches()) {
            throw new IllegalArgumentException("not a duration");
        }
        return TimeUtils.toDuration(text);
    }
}
