package io.github.camelsms;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The messages in a JSON document, read as they are asked for: one object, an array, or the whole
 * <code>{"sms":[…]}</code>, whose array may be of any length.
 */
final class JsonMessages implements Iterator<JsonNode>, AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final JsonParser parser;
    private final @Nullable JsonNode single;
    private @Nullable JsonNode next;
    private boolean inArray;

    private JsonMessages(JsonParser parser) throws IOException {
        this.parser = parser;
        this.single = open();
        this.next = single;
    }

    /**
     * Begins to read; for a single object reads it whole.
     *
     * @throws IOException if the document does not begin as one of messages
     */
    static JsonMessages of(InputStream document) throws IOException {
        return new JsonMessages(MAPPER.getFactory().createParser(document));
    }

    static JsonMessages of(String document) throws IOException {
        return new JsonMessages(MAPPER.getFactory().createParser(document));
    }

    /** Whether a text begins like a JSON object or array. */
    static boolean isLike(String text) {
        String start = text.stripLeading();
        return start.startsWith("{") || start.startsWith("[");
    }

    /** Whether a text is a JSON document from its first to its last character. */
    static boolean isDocument(String text) {
        try (JsonParser parser = MAPPER.getFactory().createParser(text)) {
            int tokens = 0;
            while (parser.nextToken() != null) {
                tokens++;
            }
            return tokens > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** The messages in a text, or null if it is no JSON document of any. */
    static @Nullable JsonMessages in(String text) {
        try {
            return isLike(text) && isDocument(text) ? of(text) : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** The message, if the document is a single object; null if it is an array. */
    @Nullable
    JsonNode single() {
        return single;
    }

    @Override
    public boolean hasNext() {
        if (next == null && inArray) {
            next = readElement();
        }
        return next != null;
    }

    @Override
    public JsonNode next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        JsonNode element = next;
        next = null;
        return Objects.requireNonNull(element);
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }

    private @Nullable JsonNode open() throws IOException {
        JsonToken first = parser.nextToken();
        if (first == JsonToken.START_ARRAY) {
            inArray = true;
            return null;
        } else if (first != JsonToken.START_OBJECT) {
            throw new IOException("not a JSON object or array");
        }
        ObjectNode object = MAPPER.createObjectNode();
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (field.equals("sms") && value == JsonToken.START_ARRAY) {
                inArray = true;
                return null;
            }
            object.set(field, MAPPER.readTree(parser));
        }
        return object;
    }

    private @Nullable JsonNode readElement() {
        try {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.END_ARRAY) {
                inArray = false;
                parser.close();
                return null;
            } else if (token == null) {
                throw new IOException("the JSON array does not end");
            }
            return MAPPER.readTree(parser);
        } catch (IOException e) {
            inArray = false;
            throw new UncheckedIOException(e);
        }
    }
}
