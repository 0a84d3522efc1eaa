package io.github.camelsms.sample.message;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Reads one message from its JSON form, an object with the interface's field names, without holding more than its known
 * fields.
 */
public final class MessageJson {

    /** Bounds what a single value may take of the memory, far above the interface's 160 characters. */
    private static final int LONGEST_VALUE = 100_000;

    private static final List<String> FIELDS = List.of(
            MessageFields.TEXT, MessageFields.DESTINATION, MessageFields.CORRELATION_ID, MessageFields.SCHEDULED_DATE);
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(LONGEST_VALUE)
                    .maxNestingDepth(50)
                    .build())
            .build();

    private MessageJson() {
    }

    /**
     * The factory whose parsers have the bounds of this class.
     */
    public static JsonFactory factory() {
        return FACTORY;
    }

    /**
     * The message of a text that holds one JSON object and nothing else.
     *
     * @throws IllegalArgumentException if it does not; the message is for a person to read and holds nothing of the
     *                                  text
     */
    public static SmsMessage parse(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("the JSON is not an object");
            }
            SmsMessage message = readObject(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("the JSON goes on after the message: send one message at a time");
            }
            return message;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the JSON cannot be read: " + reason(e), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the JSON cannot be read", e);
        }
    }

    /**
     * The message of the object at whose start the parser stands; leaves the parser at its end, also when the object is
     * JSON but not a message.
     *
     * @throws IllegalArgumentException if a field does not hold what it should
     * @throws JsonProcessingException  if it is not JSON
     */
    public static SmsMessage readObject(JsonParser parser) throws IOException {
        parser.nextToken();
        return readFields(parser);
    }

    /**
     * As {@link #readObject(JsonParser)}, for a parser that has already gone on to the object's first field.
     */
    public static SmsMessage readFields(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> fields = new HashMap<>();
        String problem = null;
        for (; parser.currentToken() != JsonToken.END_OBJECT; parser.nextToken()) {
            String field = parser.currentName();
            JsonToken token = parser.nextToken();
            if (!FIELDS.contains(field)) {
                problem = "unknown field: known are " + String.join(", ", FIELDS);
            } else if (token.isStructStart()) {
                problem = "field " + field + " holds a list or an object";
            } else if (fields.containsKey(field)) {
                problem = "field " + field + " is there twice";
            } else {
                fields.put(field, value(parser, token));
            }
            parser.skipChildren();
        }
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        return MessageFields.message(fields);
    }

    /**
     * What is wrong with the JSON and in which line, without a word of the content.
     */
    public static String reason(JsonProcessingException e) {
        var location = e.getLocation();
        return "syntax error"
               + (location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr());
    }

    private static @Nullable Object value(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            default -> parser.getText();
        };
    }
}
