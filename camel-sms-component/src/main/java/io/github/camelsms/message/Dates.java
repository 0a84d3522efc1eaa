package io.github.camelsms.message;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Date;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.model.PlausibleTime;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of header and field values to instants.
 */
public final class Dates {

    /** Longer than any date. The patterns take quadratic time. */
    private static final int MAX_LENGTH = 100;
    /** Larger numbers do not fit an instant. */
    private static final int MAX_BITS = 48;
    private static final Pattern DIGITS = Pattern.compile("-?[0-9]+");
    /**
     * An offset without colon, as the service writes it (interface, "Status item"), which Java's parser does not take.
     */
    private static final Pattern SHORT_OFFSET = Pattern.compile("(.*T.*[+-][0-9]{2})([0-9]{2})?");

    private Dates() {
    }

    /**
     * Converts an <code>Instant</code>, <code>Date</code>, date-time with or without offset, local date (its start),
     * ISO-8601 text, or epoch seconds from 1973 to 5138 as a whole number or digits.
     *
     * @param  zone                     zone of values without a zone
     * @throws IllegalArgumentException if it is none of these; the message names the accepted types
     */
    public static Instant instant(Object value, ZoneId zone) {
        try {
            if (value instanceof Instant instant) {
                return instant;
            } else if (value instanceof Date date) {
                return Instant.ofEpochMilli(date.getTime());
            } else if (value instanceof Number number) {
                return epochSecond(WholeNumbers.of(number));
            } else if (value instanceof TemporalAccessor temporal) {
                return instant(temporal, zone);
            } else if (value instanceof CharSequence text) {
                return parse(text.toString().strip(), zone);
            }
        } catch (DateTimeException e) {
            throw unreadable(value, e);
        }
        throw unreadable(value, null);
    }

    private static Instant parse(String text, ZoneId zone) {
        if (text.length() > MAX_LENGTH) {
            throw new DateTimeException("too long");
        } else if (DIGITS.matcher(text).matches()) {
            return epochSecond(new BigInteger(text));
        }
        Matcher shortOffset = SHORT_OFFSET.matcher(text);
        if (shortOffset.matches()) {
            String minutes = shortOffset.group(2);
            return parse(shortOffset.group(1) + ":" + (minutes == null ? "00" : minutes), zone);
        }
        TemporalAccessor parsed = text.length() <= "2026-01-01".length()
                ? LocalDate.parse(text)
                : DateTimeFormatter.ISO_DATE_TIME.parseBest(
                        text, ZonedDateTime::from, OffsetDateTime::from, LocalDateTime::from);
        return instant(parsed, zone);
    }

    private static Instant epochSecond(BigInteger number) {
        Instant time = number.bitLength() < MAX_BITS ? Instant.ofEpochSecond(number.longValue()) : Instant.MAX;
        if (!PlausibleTime.isPlausible(time)) {
            throw new IllegalArgumentException(
                    "a number that is not a time from 1973 to 5138 in epoch seconds: give seconds, not milliseconds, or ISO-8601 text");
        }
        return time;
    }

    private static Instant instant(TemporalAccessor temporal, ZoneId zone) {
        if (temporal instanceof LocalDate date) {
            return date.atStartOfDay(zone).toInstant();
        } else if (temporal instanceof LocalDateTime dateTime) {
            return dateTime.atZone(zone).toInstant();
        }
        return Instant.from(temporal);
    }

    private static IllegalArgumentException unreadable(Object value, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                value instanceof CharSequence
                        ? "a text that is not a date: give ISO-8601, as in yyyy-MM-ddTHH:mm, or epoch seconds"
                        : "a " + value.getClass().getSimpleName()
                          + " that is not a date: give an Instant, a Date, ISO-8601 text or epoch seconds",
                cause);
    }
}
