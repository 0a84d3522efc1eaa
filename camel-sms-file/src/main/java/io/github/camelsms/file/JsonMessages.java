package io.github.camelsms.file;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a JSON file, which has one or more documents: arrays, <code>{"sms":[…]}</code>, or single messages.
 */
final class JsonMessages implements MessageReader {

    private static final ObjectMapper JSON
            = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    private static final String REMEDY
            = ": it must contain messages as JSON objects or arrays; a CSV file must have a name that ends with .csv";
    /** Field with the list of messages. */
    private static final String LIST = "sms";

    private final JsonParser parser;
    private int number;
    private boolean isInList;
    /** Whether the list belongs to an object. */
    private boolean isInEnvelope;
    private boolean isBroken;

    private JsonMessages(JsonParser parser) {
        this.parser = parser;
    }

    static JsonMessages open(TextFile file) throws IOException {
        try (JsonParser start = JSON.createParser(file.open())) {
            JsonToken first = start.nextToken();
            if (first != JsonToken.START_ARRAY && first != JsonToken.START_OBJECT) {
                throw new UnreadableFileException(file.path(), "it is neither a JSON array nor a JSON object" + REMEDY);
            }
            start.nextToken();
        } catch (JsonProcessingException e) {
            throw new UnreadableFileException(file.path(), "it is not JSON" + REMEDY);
        }
        return new JsonMessages(JSON.createParser(file.open()));
    }

    @Override
    public @Nullable Line next() throws IOException {
        try {
            return isBroken ? null : read();
        } catch (JsonProcessingException e) {
            isBroken = true;
            return Line.unreadable(number + 1, "the JSON is malformed or has a field twice, and nothing from here on was read");
        }
    }

    private @Nullable Line read() throws IOException {
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.END_ARRAY) {
                endList();
            } else if (isInList) {
                return line();
            } else if (token == JsonToken.START_ARRAY) {
                isInList = true;
            } else if (token == JsonToken.START_OBJECT && LIST.equals(parser.nextFieldName())) {
                if (parser.nextToken() != JsonToken.START_ARRAY) {
                    parser.skipChildren();
                    skipFields();
                    return Line.unreadable(++number, "its field " + LIST + " is not a list");
                }
                isInList = true;
                isInEnvelope = true;
            } else {
                return line();
            }
        }
        return null;
    }

    private void endList() throws IOException {
        isInList = false;
        if (isInEnvelope) {
            isInEnvelope = false;
            skipFields();
        }
    }

    /** Skips the remaining fields of an object. */
    private void skipFields() throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            parser.nextToken();
            parser.skipChildren();
        }
    }

    private Line line() throws IOException {
        Object element = JSON.readValue(parser, Object.class);
        number++;
        if (!(element instanceof Map<?, ?> object)) {
            return Line.unreadable(number, "it is not a JSON object");
        }
        Map<String, Object> fields = new HashMap<>();
        object.forEach((name, value) -> {
            if (value != null) {
                fields.put(String.valueOf(name), value);
            }
        });
        return new Line(number, fields, null);
    }

    @Override
    public boolean isBroken() {
        return isBroken;
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
