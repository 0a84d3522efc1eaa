package io.github.camelsms.body;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import org.jspecify.annotations.Nullable;

/**
 * Streaming iterator over the messages in one or more consecutive JSON documents. Each document is an object, an array
 * of any length, or a whole <code>{"sms":[…]}</code>. An element is the fields of a message as a map, a text, or an
 * {@link Unreadable}.
 */
public final class JsonMessages implements Iterator<@Nullable Object>, Closeable {

    /** Maximum depth of nested arrays. */
    private static final int MAX_NESTING = ElementSource.MAX_NESTING;
    private static final JsonFactory JSON
            = JsonFactory.builder().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build();
    private static final int MAX_READ_AHEAD = 64;
    private static final Object NULL = new Object();

    private final JsonParser parser;
    private final @Nullable Closeable source;
    /** The enclosing arrays; true for the list of an object, whose other fields follow it. */
    private final Deque<Boolean> arrays = new ArrayDeque<>();
    private final Deque<Object> ready = new ArrayDeque<>();
    private boolean hasArray;
    private boolean hasContent;
    private boolean invalid;
    private boolean ended;

    private JsonMessages(JsonParser parser, @Nullable Closeable source) {
        this.parser = parser;
        this.source = source;
    }

    public static JsonMessages of(String text) {
        try {
            return new JsonMessages(JSON.createParser(text), null);
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory cannot be opened", e);
        }
    }

    /**
     * @param source closed with the iterator
     */
    public static JsonMessages of(Reader text, Closeable source) throws IOException {
        return new JsonMessages(JSON.createParser(text), source);
    }

    /** Returns whether the input is a single message object. Reads no further than necessary. */
    public boolean isSingle() throws IOException {
        fill(1);
        if (ready.isEmpty() || hasArray) {
            return false;
        }
        fill(2);
        return ready.size() == 1 && !hasArray;
    }

    /** Returns the only element, if it is {@linkplain #isSingle() single}. */
    public Object single() {
        return ready.remove();
    }

    /** Reads until a possible message is found, so that a text in brackets is not mistaken for JSON. */
    void readAhead() throws IOException {
        int read = ready.size();
        while (!ended && !hasContent && read < MAX_READ_AHEAD) {
            fill(++read);
        }
    }

    /**
     * Returns whether the input is probably not JSON: it is invalid, without a field or a text before the error.
     */
    boolean isOther() {
        return invalid && !hasContent;
    }

    /** Returns whether the whole input is in memory, so that it is finite. */
    boolean isInMemory() {
        return source == null;
    }

    @Override
    public boolean hasNext() {
        try {
            fill(1);
        } catch (CharacterCodingException e) {
            throw new UnreadableBodyException(ContentReader.WRONG_CHARSET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return !ready.isEmpty();
    }

    @Override
    public @Nullable Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Object element = ready.remove();
        return element == NULL ? null : element;
    }

    @Override
    public void close() throws IOException {
        parser.close();
        if (source != null) {
            source.close();
        }
    }

    private void fill(int count) throws IOException {
        try {
            while (ready.size() < count && !ended) {
                readNext();
            }
        } catch (JsonProcessingException e) {
            ended = true;
            boolean isTooLarge = e instanceof StreamConstraintsException;
            invalid = !isTooLarge;
            // The parser reads the value of a field before it returns the field's name.
            hasContent |= parser.getParsingContext().hasCurrentName();
            // An exceeded limit has no location.
            JsonLocation location = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
            // Without the parser's message, which quotes the body.
            throw new UnreadableBodyException(
                    "the body " + (isTooLarge
                            ? "has a number, text or name that is too long, or is nested too deeply,"
                            : "is not valid JSON")
                                              + " at line " + location.getLineNr() + ", column " + location.getColumnNr());
        } catch (UnreadableBodyException | IOException e) {
            ended = true;
            throw e;
        }
    }

    private void readNext() throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            ended = true;
        } else if (token == JsonToken.START_ARRAY) {
            enter(false);
        } else if (token == JsonToken.END_ARRAY) {
            endArray();
        } else if (token == JsonToken.START_OBJECT) {
            readObject();
        } else if (arrays.isEmpty()) {
            throw invalid("there is a value outside of its objects and arrays");
        } else if (token == JsonToken.VALUE_STRING && arrays.size() > 1) {
            hasContent = true;
            ready.add(Unreadable.ROW);
            skipArray();
        } else {
            hasContent |= token == JsonToken.VALUE_STRING;
            Object element = value(token);
            ready.add(element == null ? NULL : element);
        }
    }

    /** Keeps only the fields of a message, which bounds the memory of an object. */
    private void readObject() throws IOException {
        Map<String, @Nullable Object> fields = new HashMap<>();
        String fault = null;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            hasContent = true;
            JsonToken token = parser.nextToken();
            if (name.equals(FieldNames.LIST) && token == JsonToken.START_ARRAY) {
                if (!fields.isEmpty() || fault != null) {
                    throw invalid("an object has both a list of messages and the fields of a message");
                }
                enter(true);
                return;
            } else if (!FieldNames.isOfMessage(name)) {
                fault = fault == null ? FieldNames.complaint(name) : fault;
                parser.skipChildren();
            } else {
                fault = fields.containsKey(name) ? "an object has the field " + name + " twice" : fault;
                fields.put(name, value(token));
            }
        }
        ready.add(fault == null ? fields : new Unreadable(fault, FieldReader.readableId(fields), false));
    }

    private void readFieldsAfterList() throws IOException {
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (name.equals(FieldNames.LIST) || FieldNames.isOfMessage(name)) {
                throw invalid("an object has the field " + name + " in addition to its list of messages");
            }
            String complaint = FieldNames.complaint(name);
            if (complaint != null) {
                throw invalid(complaint);
            }
            parser.nextToken();
            parser.skipChildren();
        }
    }

    private void enter(boolean isList) {
        if (arrays.size() == MAX_NESTING) {
            throw invalid("its arrays are nested more than " + MAX_NESTING + " deep");
        }
        hasArray = true;
        arrays.push(isList);
    }

    /** Skips the rest of the current array. */
    private void skipArray() throws IOException {
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            parser.skipChildren();
        }
        endArray();
    }

    private void endArray() throws IOException {
        if (arrays.pop()) {
            readFieldsAfterList();
        }
    }

    private @Nullable Object value(JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> decimal();
            case VALUE_NULL -> null;
            case START_OBJECT, START_ARRAY -> {
                parser.skipChildren();
                yield token == JsonToken.START_OBJECT ? Map.of() : List.of();
            }
            default -> token == JsonToken.VALUE_TRUE;
        };
    }

    private Number decimal() throws IOException {
        try {
            return parser.getDecimalValue();
        } catch (NumberFormatException e) {
            // The exponent is out of range.
            return Double.NaN;
        }
    }

    private static UnreadableBodyException invalid(String what) {
        return new UnreadableBodyException("the body is JSON in which " + what);
    }
}
