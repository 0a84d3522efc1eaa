package io.github.camelsms.file;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.SmsConverter;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a JSON file, which has one or more documents: arrays, <code>{"sms":[…]}</code>, or single messages.
 */
final class JsonFile implements MessageReader {

    private static final ObjectMapper JSON
            = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    private static final String REMEDY
            = ": it must contain messages as JSON objects or arrays; a CSV file must have a name that ends with .csv,"
              + " or the option format=csv";
    /** Field with the list of messages. */
    private static final String LIST = "sms";
    private static final List<String> TEXTS = List.of("destination", "messageText", SmsFile.CORRELATION_ID);

    private final JsonParser parser;
    private int number;
    private boolean isInList;
    /** Whether the list belongs to an object. */
    private boolean isInEnvelope;
    private boolean isBroken;

    private JsonFile(JsonParser parser) {
        this.parser = parser;
    }

    static JsonFile open(TextFile file) throws IOException {
        try (JsonParser start = JSON.createParser(file.open())) {
            JsonToken first = start.nextToken();
            if (first != JsonToken.START_ARRAY && first != JsonToken.START_OBJECT) {
                throw file.unreadable("it is neither a JSON array nor a JSON object" + REMEDY);
            }
            start.nextToken();
        } catch (JsonProcessingException e) {
            throw file.unreadable("it is not JSON" + REMEDY);
        }
        return new JsonFile(JSON.createParser(file.open()));
    }

    @Override
    public @Nullable Line next() throws IOException {
        try {
            return isBroken ? null : read();
        } catch (JsonProcessingException | NumberFormatException e) {
            // Jackson throws the second one for an exponent that does not fit an int.
            isBroken = true;
            return Line.unreadable(number + 1, "the JSON is malformed or has a field twice, and nothing from here on was read");
        }
    }

    private @Nullable Line read() throws IOException {
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.END_ARRAY) {
                Line line = endList();
                if (line != null) {
                    return line;
                }
            } else if (isInList) {
                return line();
            } else if (token == JsonToken.START_ARRAY) {
                isInList = true;
            } else if (token == JsonToken.START_OBJECT) {
                Line line = object();
                if (line != null) {
                    return line;
                }
            } else {
                return line();
            }
        }
        return null;
    }

    /**
     * Reads an object outside of lists. Returns null if it has the list of messages, which begins. A field of a message
     * beside the list may be meant for each of its messages, such as a date before which none is to be sent.
     */
    private @Nullable Line object() throws IOException {
        Map<String, Object> fields = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals(LIST)) {
                String problem = value == JsonToken.START_ARRAY
                        ? complaintBesideList(fields) : "its field " + LIST + " is not a list";
                if (problem == null) {
                    isInList = true;
                    isInEnvelope = true;
                    return null;
                }
                parser.skipChildren();
                skipFields();
                return Line.unreadable(++number, problem);
            }
            put(fields, name, JSON.readValue(parser, Object.class));
        }
        return message(++number, fields);
    }

    /** A decimal point or exponent would change the digits. */
    private static Line message(int number, Map<String, Object> fields) {
        for (String name : TEXTS) {
            if (fields.get(name) instanceof BigDecimal) {
                fields.remove(name);
                return new Line(
                        number, fields, "its " + name + " is a number with a decimal point or an exponent: write it as a text");
            }
        }
        return new Line(number, fields, null);
    }

    private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    /** Returns the error of an object whose other fields exclude its list, or null. */
    private @Nullable Line endList() throws IOException {
        isInList = false;
        if (!isInEnvelope) {
            return null;
        }
        isInEnvelope = false;
        String problem = complaintBesideList(skipFields());
        return problem == null
                ? null : Line.unreadable(++number, problem + "; the messages of the list were read without it");
    }

    /** Skips the remaining fields of an object, and returns those with a value, without their values. */
    private Map<String, Object> skipFields() throws IOException {
        Map<String, Object> skipped = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() != JsonToken.VALUE_NULL) {
                skipped.put(name, "");
            }
            parser.skipChildren();
        }
        return skipped;
    }

    /** Returns the error of an object that has these fields beside a list of messages, or null. */
    private static @Nullable String complaintBesideList(Map<String, Object> fields) {
        Map<String, Object> object = new HashMap<>(fields);
        object.put(LIST, List.of());
        try {
            SmsConverter.toSmsMessage(object);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private Line line() throws IOException {
        Object element = JSON.readValue(parser, Object.class);
        number++;
        if (!(element instanceof Map<?, ?> object)) {
            return Line.unreadable(number, "it is not a JSON object");
        }
        Map<String, Object> fields = new HashMap<>();
        object.forEach((name, value) -> put(fields, String.valueOf(name), value));
        return message(number, fields);
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
