package io.github.camelsms.body;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsRow;
import io.github.camelsms.model.PlausibleTime;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Reader of the fields of messages: in maps with the interface's field names (interface, "Message to send"), and in
 * headers.
 */
public final class FieldReader {

    /** Stands for bytes that are not text. */
    private static final char REPLACEMENT = '\ufffd';

    private FieldReader() {
    }

    /**
     * Reads a message from a map. Whole numbers are converted to digits where the interface has a string.
     *
     * @throws IllegalArgumentException if a field is misspelled or has an invalid type
     */
    public static SmsMessage message(Map<?, ?> fields, ZoneId zone) {
        Object list = FieldNames.value(fields, FieldNames.LIST);
        rejectInvalid(list != null && hasField(fields) ? list : null, FieldNames.complaint(fields));
        return new SmsMessage(
                text(FieldNames.TEXT, FieldNames.value(fields, FieldNames.TEXT)),
                destination(FieldNames.value(fields, FieldNames.DESTINATION)),
                correlationId(FieldNames.value(fields, FieldNames.CORRELATION_ID)),
                date(FieldNames.value(fields, FieldNames.SCHEDULED_DATE), zone));
    }

    /** Returns whether a map has a field of a message, even misspelled. */
    static boolean hasField(Map<?, ?> map) {
        return FieldNames.OF_MESSAGE.stream().anyMatch(name -> FieldNames.value(map, name) != null)
                || FieldNames.complaint(map) != null;
    }

    public static @Nullable Instant date(@Nullable Object value, ZoneId zone) {
        return date(FieldNames.SCHEDULED_DATE, value, zone);
    }

    /**
     * Reads a date in a header; null if there is none.
     *
     * @param  zone                     zone of a date without offset
     * @throws IllegalArgumentException if it is not a date; the message names the header
     */
    public static @Nullable Instant headerDate(Message message, String name, ZoneId zone) {
        return date("header " + name, header(message, name), zone);
    }

    /**
     * Reads the date of a query: a day, or a time on it.
     *
     * @param  value                    value of the header {@link SmsConstants#DATE}
     * @param  zone                     zone of a day, and of a time without offset
     * @param  remedy                   what to give instead of a time that cannot be meant
     * @throws IllegalArgumentException if it is not a date, or not a plausible one
     */
    public static Instant queryDate(Object value, ZoneId zone, String remedy) {
        Instant date;
        try {
            date = Dates.day(value, zone);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("header " + SmsConstants.DATE + " is " + SafeText.message(e), e);
        }
        if (!PlausibleTime.isPlausible(date)) {
            throw new IllegalArgumentException(
                    "header " + SmsConstants.DATE + " is not a time from 1973 to 5138: " + remedy);
        }
        return date;
    }

    private static @Nullable Instant date(String field, @Nullable Object value, ZoneId zone) {
        if (value == null || value instanceof CharSequence text && text.toString().isBlank()) {
            return null;
        }
        try {
            return Dates.instant(value, zone);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(field + " is " + SafeText.message(e), e);
        }
    }

    public static @Nullable String destination(@Nullable Object value) {
        return text(FieldNames.DESTINATION, value);
    }

    public static @Nullable String correlationId(@Nullable Object value) {
        return text(FieldNames.CORRELATION_ID, value);
    }

    /**
     * Returns the correlation id of an element whose other fields may be invalid, so that its rejection can be matched
     * with it; null if it has none that can be read.
     */
    static @Nullable String readableId(@Nullable Object element) {
        try {
            Map<?, ?> fields = fields(element);
            if (fields != null) {
                return correlationId(FieldNames.value(fields, FieldNames.CORRELATION_ID));
            }
            return element instanceof Unreadable unreadable ? unreadable.correlationId() : null;
        } catch (RuntimeException e) {
            // The id is invalid too, or it is a map of the user.
            return null;
        }
    }

    /** Returns the number of an element whose other fields may be invalid; null if it has none that can be read. */
    static @Nullable String readableDestination(@Nullable Object element) {
        try {
            Map<?, ?> fields = fields(element);
            return fields == null ? null : destination(FieldNames.value(fields, FieldNames.DESTINATION));
        } catch (RuntimeException e) {
            // The number is invalid too, or it is a map of the user.
            return null;
        }
    }

    private static @Nullable Map<?, ?> fields(@Nullable Object element) {
        if (element instanceof SmsRow row) {
            return row.fields();
        }
        return element instanceof Map<?, ?> map ? map : null;
    }

    /**
     * Converts a text, or a whole number to its digits.
     *
     * @param  field                    name of the field or header, for the error
     * @throws IllegalArgumentException if it is neither
     */
    public static @Nullable String text(String field, @Nullable Object value) {
        if (value == null) {
            return null;
        } else if (value instanceof CharSequence || value instanceof Long || value instanceof Integer) {
            return value.toString();
        } else if (value instanceof Number number) {
            try {
                return WholeNumbers.of(number).toString();
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(field + " is " + SafeText.message(e), e);
            }
        }
        throw new IllegalArgumentException(field + " is " + kind(value) + ", not a text");
    }

    /**
     * Converts a whole number, or digits as text.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static @Nullable Integer priority(@Nullable Object value) {
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
    public static @Nullable Duration timeToLive(@Nullable Object value) {
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

    /**
     * Returns the value of a header. Numbers and dates are unchanged; values of other types are converted to text by
     * Camel's type converters, such as the bytes of a Kafka record. A list or array of one value is this value. Others
     * are returned as they are, so that their reader rejects them.
     */
    public static @Nullable Object header(Message message, String name) {
        Object value = message.getHeader(name);
        if (value == null || value instanceof String) {
            return value;
        }
        List<?> values = value instanceof Object[] array ? Arrays.asList(array) : List.of(value);
        if (value instanceof Collection<?> collection) {
            values = new ArrayList<>(collection);
        }
        return values.size() == 1 && values.get(0) != null ? converted(values.get(0), message.getExchange()) : value;
    }

    private static Object converted(Object value, Exchange exchange) {
        boolean isText = value instanceof CharSequence || value instanceof Character || value instanceof Enum<?>
                || value instanceof UUID;
        if (isText) {
            return value.toString();
        }
        // Camel's fallback for other objects is toString, such as [a, b] for a list.
        boolean isConvertible = value instanceof byte[] || value instanceof char[]
                || exchange.getContext().getTypeConverterRegistry().lookup(String.class, value.getClass()) != null;
        if (!isConvertible || isOfOwnType(value)) {
            return value;
        }
        String text = exchange.getContext().getTypeConverter().tryConvertTo(String.class, exchange, value);
        boolean isDecoded = text != null && (!(value instanceof byte[]) || text.indexOf(REPLACEMENT) < 0);
        return isDecoded ? text : value;
    }

    private static boolean isOfOwnType(Object value) {
        return value instanceof Number || value instanceof Date || value instanceof Calendar
                || value instanceof TemporalAccessor || value instanceof Duration || value instanceof Collection<?>
                || value instanceof Map<?, ?> || value instanceof Object[];
    }

    /**
     * Reads a text in a header.
     *
     * @throws IllegalArgumentException if it is not a text; the message names the header
     */
    public static @Nullable String headerText(Message message, String name) {
        return text("header " + name, header(message, name));
    }

    private static void rejectInvalid(@Nullable Object listBesideFields, @Nullable String complaint) {
        Container messages = Container.of(listBesideFields);
        if (messages != null) {
            messages.close();
        }
        if (complaint != null) {
            throw new IllegalArgumentException(complaint);
        } else if (messages != null) {
            throw new IllegalArgumentException(
                    "a list " + FieldNames.LIST + " and the fields of a message exclude each other: use one of them");
        }
    }

    private static String kind(Object value) {
        if (value instanceof Map<?, ?>) {
            return "an object";
        }
        if (value instanceof Iterable<?> || value instanceof Object[]) {
            return "a list";
        }
        return "a " + value.getClass().getSimpleName();
    }
}
