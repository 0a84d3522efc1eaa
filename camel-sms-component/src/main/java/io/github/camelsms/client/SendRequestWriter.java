package io.github.camelsms.client;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Writes the body of a send request (interface, "Send request body"): exactly its fields, without those that are null.
 */
final class SendRequestWriter {

    private static final JsonFactory JSON = new JsonFactory();

    private SendRequestWriter() {
    }

    /**
     * The batch as JSON in UTF-8.
     */
    static byte[] write(List<SmsMessage> batch) {
        // Straight to bytes, Jackson writes characters beyond the basic plane as escapes, which not every reader joins.
        StringWriter text = new StringWriter(256 * batch.size());
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeArrayFieldStart("sms");
            for (SmsMessage message : batch) {
                write(message, json);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void write(SmsMessage message, JsonGenerator json) throws IOException {
        json.writeStartObject();
        writeText(json, "messageText", message.messageText());
        writeText(json, "destination", message.destination());
        writeText(json, "correlationId", message.correlationId());
        if (message.scheduledDate() != null) {
            json.writeNumberField("scheduledDate", message.scheduledDate().getEpochSecond());
        }
        json.writeEndObject();
    }

    private static void writeText(JsonGenerator json, String field, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(field, value);
        }
    }
}
