package io.github.camelsms;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message from the interface's field names, in a map or in a JSON object (interface, "Message to send").
 */
final class FieldReader {

    private FieldReader() {
    }

    /**
     * The message in a map. Numbers are taken for digits where the interface has a string.
     *
     * @throws IllegalArgumentException if a field is of a kind that cannot be meant
     */
    static SmsMessage message(Map<?, ?> fields, ZoneId zone) {
        return new SmsMessage(
                text("messageText", fields.get("messageText")), text("destination", fields.get("destination")),
                text("correlationId", fields.get("correlationId")), date(fields.get("scheduledDate"), zone));
    }

    static SmsMessage message(JsonNode object, ZoneId zone) {
        return new SmsMessage(
                text("messageText", value(object, "messageText")), text("destination", value(object, "destination")),
                text("correlationId", value(object, "correlationId")), date(value(object, "scheduledDate"), zone));
    }

    static @Nullable Instant date(@Nullable Object value, ZoneId zone) {
        if (value == null || value instanceof String text && text.isBlank()) {
            return null;
        }
        try {
            return Dates.instant(value, zone);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("scheduledDate is " + e.getMessage(), e);
        }
    }

    private static @Nullable Object value(JsonNode object, String field) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            return null;
        } else if (value.isIntegralNumber()) {
            return value.longValue();
        }
        return value.isTextual() ? value.textValue() : value;
    }

    private static @Nullable String text(String field, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof CharSequence || value instanceof Number) {
            return value.toString();
        }
        throw new IllegalArgumentException(field + " is a " + value.getClass().getSimpleName() + ", not a text");
    }
}
