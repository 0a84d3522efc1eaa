package io.github.camelsms;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.model.SmsMessage;

import org.apache.camel.Converter;

/**
 * Type converters to {@link SmsMessage}. There is none to text: what is logged must not show texts and phone numbers.
 */
@Converter(generateLoader = true)
public final class SmsConverter {

    private SmsConverter() {
    }

    /**
     * A map with the interface's field names; a date without offset is taken for UTC.
     */
    @Converter
    public static SmsMessage toSmsMessage(Map<?, ?> fields) {
        return FieldReader.message(fields, ZoneOffset.UTC);
    }

    /**
     * A JSON object with the interface's field names.
     *
     * @throws IOException if the text is no such object
     */
    @Converter
    public static SmsMessage toSmsMessage(String json) throws IOException {
        JsonMessages document = JsonMessages.of(json);
        JsonNode single = document.single();
        if (single == null) {
            throw new IOException("a JSON array is not one message");
        }
        return FieldReader.message(single, ZoneOffset.UTC);
    }
}
