package io.github.camelsms.benchmarks.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import org.jspecify.annotations.Nullable;

/**
 * Response with a result for each message of a request, which is read and written with Jackson: the minimum cost of a
 * service that parses requests. Not thread-safe.
 */
final class JsonResponse {

    private static final JsonFactory JSON = new JsonFactory();

    private final ByteArrayOutputStream response = new ByteArrayOutputStream(64 * 1024);
    private long nextId;
    private int messages;

    /**
     * @param firstId id of the first message
     */
    JsonResponse(long firstId) {
        this.nextId = firstId;
    }

    /**
     * Returns the response body to a request, with all messages accepted.
     *
     * @throws IOException if the request is not JSON
     */
    byte[] to(byte[] request, int start, int end) throws IOException {
        response.reset();
        messages = 0;
        try (JsonParser body = JSON.createParser(request, start, end - start);
             JsonGenerator items = JSON.createGenerator(response)) {
            items.writeStartArray();
            String text = null;
            String destination = null;
            String id = null;
            for (JsonToken token = body.nextToken(); token != null; token = body.nextToken()) {
                if (token == JsonToken.VALUE_STRING) {
                    switch (body.currentName()) {
                        case "messageText" -> text = body.getText();
                        case "destination" -> destination = body.getText();
                        case "correlationId" -> id = body.getText();
                        default -> {
                        }
                    }
                } else if (token == JsonToken.END_OBJECT && body.getParsingContext().inArray()) {
                    item(items, text, destination, id);
                    text = null;
                    destination = null;
                    id = null;
                }
            }
            items.writeEndArray();
        }
        return response.toByteArray();
    }

    /** Returns the number of messages of the last request. */
    int messages() {
        return messages;
    }

    private void item(JsonGenerator items, @Nullable String text, @Nullable String destination, @Nullable String id)
            throws IOException {
        messages++;
        boolean fits = text != null && !text.isEmpty() && destination != null;
        items.writeStartObject();
        items.writeStringField("status", fits ? "OK" : "NOK");
        items.writeNumberField("code", fits ? 5 : -5);
        items.writeStringField("id_sms", String.valueOf(nextId++));
        if (id != null) {
            items.writeStringField("correlationId", id);
        }
        items.writeEndObject();
    }
}
