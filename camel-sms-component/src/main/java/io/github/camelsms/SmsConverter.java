package io.github.camelsms;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.camelsms.body.FieldReader;
import io.github.camelsms.body.JsonMessages;
import io.github.camelsms.body.Unreadable;
import io.github.camelsms.body.UnreadableBodyException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Converter;

/**
 * Type converters to {@link SmsMessage}, and from {@link SmsStatus} to a map for data formats. There is no converter to
 * text, because logs must not contain texts and phone numbers.
 */
@Converter(generateLoader = true)
public final class SmsConverter {

    private SmsConverter() {
    }

    /**
     * Converts a map with the interface's field names; a date without offset is in UTC.
     */
    @Converter
    public static SmsMessage toSmsMessage(Map<?, ?> fields) {
        return FieldReader.message(fields, ZoneOffset.UTC);
    }

    /**
     * Converts a JSON object with the interface's field names.
     *
     * @throws IOException if the text is not such an object
     */
    @Converter
    public static SmsMessage toSmsMessage(String json) throws IOException {
        JsonMessages messages = JsonMessages.of(json);
        try {
            Object single = messages.isSingle() ? messages.single() : null;
            if (single instanceof Map<?, ?> fields) {
                return FieldReader.message(fields, ZoneOffset.UTC);
            } else if (single instanceof Unreadable unreadable) {
                throw new IOException(unreadable.reason());
            }
        } catch (UnreadableBodyException e) {
            throw new IOException(e.getMessage(), e);
        }
        throw new IOException("the text is not the JSON object of one message");
    }

    /**
     * Returns the fields of a status in the order of the record: the date as ISO-8601 text, the status by name, and
     * missing values as null.
     */
    @Converter
    public static Map<String, @Nullable Object> toMap(SmsStatus status) {
        Instant sentDate = status.sentDate();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("correlationId", status.correlationId());
        fields.put("destination", status.destination());
        fields.put("sentDate", sentDate == null ? null : sentDate.toString());
        fields.put("status", status.status().name());
        fields.put("rawStatus", status.rawStatus());
        return fields;
    }
}
