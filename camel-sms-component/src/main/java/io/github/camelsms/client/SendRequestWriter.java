package io.github.camelsms.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Writes the body of a send request (interface, "Send request body"): exactly its fields, without those that are null.
 */
final class SendRequestWriter {

    /** Characters beyond the basic plane as UTF-8, not as a pair of escapes, which not every reader joins. */
    private static final JsonFactory JSON
            = JsonFactory.builder().enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8).build();

    /** Encoded once. */
    private static final SerializableString MESSAGE_TEXT = new SerializedString("messageText");
    private static final SerializableString DESTINATION = new SerializedString("destination");
    private static final SerializableString CORRELATION_ID = new SerializedString("correlationId");
    private static final SerializableString SCHEDULED_DATE = new SerializedString("scheduledDate");

    private SendRequestWriter() {
    }

    /**
     * The batch as JSON in UTF-8.
     */
    static byte[] write(List<SmsMessage> batch) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 * batch.size());
        try (JsonGenerator json = JSON.createGenerator(bytes, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeArrayFieldStart("sms");
            for (SmsMessage message : batch) {
                write(message, json);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a text cannot be written as UTF-8", e);
        }
        return bytes.toByteArray();
    }

    private static void write(SmsMessage message, JsonGenerator json) throws IOException {
        json.writeStartObject();
        writeText(json, MESSAGE_TEXT, message.messageText());
        writeText(json, DESTINATION, message.destination());
        writeText(json, CORRELATION_ID, message.correlationId());
        if (message.scheduledDate() != null) {
            json.writeFieldName(SCHEDULED_DATE);
            json.writeNumber(message.scheduledDate().getEpochSecond());
        }
        json.writeEndObject();
    }

    private static void writeText(JsonGenerator json, SerializableString field, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeFieldName(field);
            json.writeString(wellFormed(value));
        }
    }

    /** Half of a surrogate pair alone is no character: it becomes a question mark instead of failing its neighbours. */
    private static String wellFormed(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isSurrogate(value.charAt(i))) {
                return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            }
        }
        return value;
    }
}
