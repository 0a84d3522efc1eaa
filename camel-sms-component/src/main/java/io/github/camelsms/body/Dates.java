package io.github.camelsms.body;

import java.math.BigInteger;
import java.sql.Time;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Calendar;
import java.util.Date;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.model.PlausibleTime;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of header and field values to instants.
 */
final class Dates {

    /** Longer than any date. The patterns take quadratic time. */
    private static final int MAX_LENGTH = 100;
    /** Larger numbers do not fit an instant. */
    private static final int MAX_BITS = 48;
    private static final Pattern DIGITS = Pattern.compile("-?[0-9]+");
    /**
     * An offset without colon, as the service writes it (interface, "Status item"), which Java's parser does not take.
     */
    private static final Pattern SHORT_OFFSET = Pattern.compile("(.*T.*[+-][0-9]{2})([0-9]{2})?");

    /**
     * Digits of a date, from 2020 to 2039, and of an hour: with the year first, or after day and month (or month and
     * day), of which the first may have lost its zero in a spreadsheet.
     */
    private static final Pattern CALENDAR = Pattern.compile(
            "20[23][0-9](0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])(|[0-9]|[01][0-9]|2[0-4]|[0-9]{3})"
                                                            + "|(0?[1-9]|[12][0-9]|3[01])(0[1-9]|1[0-2])20[23][0-9](|[0-9]|[01][0-9]|2[0-4]|[0-9]{3,4})"
                                                            + "|(0?[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])20[23][0-9](|[0-9]|[01][0-9]|2[0-4]|[0-9]{3,4})");

    private Dates() {
    }

    /**
     * Converts an <code>Instant</code>, <code>Date</code>, <code>Calendar</code>, date-time with or without offset,
     * local date (its start), ISO-8601 text, or epoch seconds from 1973 to 5138 as a whole number or digits.
     *
     * @param  zone                     zone of values without a zone
     * @throws IllegalArgumentException if it is none of these, or digits that read as a calendar date; the message
     *                                  names the accepted types
     */
    static Instant instant(Object value, ZoneId zone) {
        return instant(value, local -> local.atZone(zone).toInstant());
    }

    /**
     * Converts a value as {@link #instant}, but one without a zone to noon of its day, so that the service finds this
     * day also if its zone is another one.
     */
    static Instant day(Object value, ZoneId zone) {
        return instant(value, local -> local.toLocalDate().atTime(LocalTime.NOON).atZone(zone).toInstant());
    }

    private static Instant instant(Object value, Function<LocalDateTime, Instant> local) {
        try {
            if (value instanceof Instant instant) {
                return instant;
            } else if (value instanceof java.sql.Date date) {
                return instant(date.toLocalDate(), local);
            } else if (value instanceof Time) {
                throw unreadable(value, null);
            } else if (value instanceof Date date) {
                return Instant.ofEpochMilli(date.getTime());
            } else if (value instanceof Calendar calendar) {
                return calendar.toInstant();
            } else if (value instanceof Number number) {
                return epochSecond(WholeNumbers.of(number));
            } else if (value instanceof TemporalAccessor temporal) {
                return instant(temporal, local);
            } else if (value instanceof CharSequence text) {
                return parse(text.toString().strip(), local);
            }
        } catch (DateTimeException e) {
            throw unreadable(value, e);
        }
        throw unreadable(value, null);
    }

    private static Instant parse(String text, Function<LocalDateTime, Instant> local) {
        if (text.length() > MAX_LENGTH) {
            throw new DateTimeException("too long");
        } else if (DIGITS.matcher(text).matches()) {
            return epochSecond(new BigInteger(text));
        }
        Matcher shortOffset = SHORT_OFFSET.matcher(text);
        if (shortOffset.matches()) {
            String minutes = shortOffset.group(2);
            return parse(shortOffset.group(1) + ":" + (minutes == null ? "00" : minutes), local);
        }
        TemporalAccessor parsed = text.length() <= "2026-01-01".length()
                ? LocalDate.parse(text)
                : DateTimeFormatter.ISO_DATE_TIME.parseBest(
                        text, ZonedDateTime::from, OffsetDateTime::from, LocalDateTime::from);
        return instant(parsed, local);
    }

    private static Instant epochSecond(BigInteger number) {
        Instant time = number.bitLength() < MAX_BITS ? Instant.ofEpochSecond(number.longValue()) : Instant.MAX;
        if (!PlausibleTime.isPlausible(time)) {
            throw new IllegalArgumentException(
                    "a number that is not a time from 1973 to 5138 in epoch seconds: give seconds, not milliseconds, or ISO-8601 text");
        }
        if (CALENDAR.matcher(number.toString()).matches()) {
            throw new IllegalArgumentException(
                    "a number that reads as a calendar date as well as epoch seconds: give ISO-8601 text, as in yyyy-MM-ddTHH:mm");
        }
        return time;
    }

    private static Instant instant(TemporalAccessor temporal, Function<LocalDateTime, Instant> local) {
        if (temporal instanceof LocalDate date) {
            return local.apply(date.atStartOfDay());
        } else if (temporal instanceof LocalDateTime dateTime) {
            return local.apply(dateTime);
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
