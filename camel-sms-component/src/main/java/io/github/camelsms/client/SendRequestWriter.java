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
import io.github.camelsms.model.SmsMessage;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the body of a send request (interface, "Send request body"). It omits fields that are null.
 */
final class SendRequestWriter {

    private static final JsonFactory JSON = new JsonFactory();

    /** Encoded once for all requests. */
    private static final SerializableString MESSAGE_TEXT = new SerializedString("messageText");
    private static final SerializableString DESTINATION = new SerializedString("destination");
    private static final SerializableString CORRELATION_ID = new SerializedString("correlationId");
    private static final SerializableString SCHEDULED_DATE = new SerializedString("scheduledDate");

    private static final ContentType TYPE = ContentType.create("application/json");
    private static final int ENVELOPE_SIZE = 16;
    /** Size of the names and quotes of all fields, and of a date. */
    private static final int FIELDS_SIZE = 88;

    private SendRequestWriter() {
    }

    /** Returns the batch as JSON in UTF-8. */
    static HttpEntity write(List<SmsMessage> batch) {
        Body body = new Body(estimatedSize(batch));
        try (JsonGenerator json = JSON.createGenerator(body, JsonEncoding.UTF8)) {
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
        return body.toEntity();
    }

    /** Returns the size with one byte for each character, so that the buffer rarely grows. */
    private static int estimatedSize(List<SmsMessage> batch) {
        int size = ENVELOPE_SIZE;
        for (SmsMessage message : batch) {
            size += FIELDS_SIZE + length(message.messageText()) + length(message.destination())
                    + length(message.correlationId());
        }
        return size;
    }

    private static int length(@Nullable String value) {
        return value == null ? 0 : value.length();
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
            // Java's encoder writes half of a surrogate pair as a question mark, and a whole pair as one character.
            // Jackson's would fail the request, or write two escapes, which not every reader joins.
            byte[] text = value.getBytes(StandardCharsets.UTF_8);
            json.writeUTF8String(text, 0, text.length);
        }
    }

    /** Buffer that becomes an entity without a copy. */
    private static final class Body extends ByteArrayOutputStream {

        Body(int size) {
            super(size);
        }

        HttpEntity toEntity() {
            return new ByteArrayEntity(buf, 0, count, TYPE);
        }
    }
}
