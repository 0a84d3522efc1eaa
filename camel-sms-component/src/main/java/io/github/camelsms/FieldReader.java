package io.github.camelsms;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message from the interface's field names, in a map or in a JSON object (interface, "Message to send").
 */
final class FieldReader {

    /** The field of the list of messages in a whole request. */
    static final String LIST = "sms";

    private static final String TEXT = "messageText";
    private static final String DESTINATION = "destination";
    private static final String CORRELATION_ID = "correlationId";
    private static final String SCHEDULED_DATE = "scheduledDate";
    private static final Set<String> NAMES = Set.of(TEXT, DESTINATION, CORRELATION_ID, SCHEDULED_DATE);

    private FieldReader() {
    }

    /**
     * The message in a map. Whole numbers are taken for digits where the interface has a string.
     *
     * @throws IllegalArgumentException if a field is of a kind that cannot be meant
     */
    static SmsMessage message(Map<?, ?> fields, ZoneId zone) {
        refuseListBesideFields(value(fields, LIST), hasField(fields));
        return message(
                value(fields, TEXT), value(fields, DESTINATION), value(fields, CORRELATION_ID), value(fields, SCHEDULED_DATE),
                zone);
    }

    static SmsMessage message(JsonNode object, ZoneId zone) {
        refuseListBesideFields(object.get(LIST), hasField(object));
        return message(
                value(object, TEXT), value(object, DESTINATION), value(object, CORRELATION_ID), value(object, SCHEDULED_DATE),
                zone);
    }

    private static SmsMessage message(
            @Nullable Object text, @Nullable Object destination, @Nullable Object correlationId, @Nullable Object date,
            ZoneId zone) {
        return new SmsMessage(
                text(TEXT, text), text(DESTINATION, destination), text(CORRELATION_ID, correlationId), date(date, zone));
    }

    /** Whether a name is one of a message's fields. */
    static boolean isField(String name) {
        return NAMES.contains(name);
    }

    /** Whether a map has a field of a message. */
    static boolean hasField(Map<?, ?> map) {
        return value(map, TEXT) != null || value(map, DESTINATION) != null || value(map, CORRELATION_ID) != null
                || value(map, SCHEDULED_DATE) != null;
    }

    static boolean hasField(JsonNode object) {
        return NAMES.stream().anyMatch(object::hasNonNull);
    }

    /** What a map has under a name; nothing if its keys cannot be compared with text. */
    static @Nullable Object value(Map<?, ?> map, String name) {
        try {
            return map.get(name);
        } catch (ClassCastException e) {
            return null;
        }
    }

    static @Nullable Instant date(@Nullable Object value, ZoneId zone) {
        if (value == null || value instanceof CharSequence text && text.toString().isBlank()) {
            return null;
        }
        try {
            return Dates.instant(value, zone);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("scheduledDate is " + e.getMessage(), e);
        }
    }

    /** The correlation id that a header holds. */
    static @Nullable String correlationId(@Nullable Object value) {
        return text(CORRELATION_ID, value);
    }

    private static @Nullable String text(String field, @Nullable Object value) {
        if (value == null) {
            return null;
        } else if (value instanceof CharSequence || value instanceof Long || value instanceof Integer) {
            return value.toString();
        } else if (value instanceof Number number) {
            try {
                return WholeNumbers.of(number).toString();
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(field + " is " + e.getMessage(), e);
            }
        }
        throw new IllegalArgumentException(field + " is " + kind(value) + ", not a text");
    }

    private static @Nullable Object value(JsonNode object, String field) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            return null;
        } else if (value.isNumber()) {
            return value.numberValue();
        }
        return value.isTextual() ? value.textValue() : value;
    }

    private static void refuseListBesideFields(@Nullable Object list, boolean hasField) {
        Container messages = hasField ? Container.of(list) : null;
        if (messages != null) {
            messages.close();
            throw new IllegalArgumentException(
                    "a list " + LIST + " stands beside the fields of a message: give one or the other");
        }
    }

    private static String kind(Object value) {
        if (value instanceof Map<?, ?>) {
            return "an object";
        }
        return value instanceof Iterable<?> ? "a list" : "a " + value.getClass().getSimpleName();
    }
}
