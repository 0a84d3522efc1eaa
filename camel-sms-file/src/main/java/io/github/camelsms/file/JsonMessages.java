package io.github.camelsms.file;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a JSON file: an array, <code>{"sms":[…]}</code>, or consecutive objects.
 */
final class JsonMessages implements MessageReader {

    private static final ObjectMapper JSON
            = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    private final MappingIterator<Object> elements;
    private int number;
    private boolean isBroken;

    private JsonMessages(MappingIterator<Object> elements) {
        this.elements = elements;
    }

    static JsonMessages open(TextFile file) throws IOException {
        boolean isEnvelope;
        try (JsonParser start = JSON.createParser(file.open())) {
            JsonToken first = start.nextToken();
            if (first != JsonToken.START_ARRAY && first != JsonToken.START_OBJECT) {
                throw new UnreadableFileException("it is neither a JSON array nor a JSON object");
            }
            isEnvelope = "sms".equals(start.nextFieldName()) && start.nextToken() == JsonToken.START_ARRAY;
        } catch (JsonProcessingException e) {
            throw new UnreadableFileException("it is not JSON");
        }
        ObjectReader reader = JSON.readerFor(Object.class);
        // Of an array, the elements are read.
        return new JsonMessages((isEnvelope ? reader.at("/sms") : reader).readValues(file.open()));
    }

    @Override
    public @Nullable Line next() throws IOException {
        try {
            if (isBroken || !elements.hasNextValue()) {
                return null;
            }
            Object element = elements.nextValue();
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
        } catch (JsonProcessingException e) {
            isBroken = true;
            return Line.unreadable(number + 1, "the JSON is malformed or has a field twice, and nothing from here on was read");
        }
    }

    @Override
    public boolean isBroken() {
        return isBroken;
    }

    @Override
    public void close() throws IOException {
        elements.close();
    }
}
