package io.github.camelsms.sample.message;

import java.io.IOException;
import java.time.Instant;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.camelsms.model.SmsMessage;

/**
 * Reads one message from its JSON form, an object with the interface's field names, without holding more than its known
 * fields.
 */
public final class MessageJson {

    /** Bounds what a single value may take of the memory, far above the interface's 160 characters. */
    private static final int LONGEST_VALUE = 100_000;

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
        String text = null;
        String destination = null;
        String correlationId = null;
        String scheduled = null;
        String problem = null;
        for (; parser.currentToken() != JsonToken.END_OBJECT; parser.nextToken()) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value.isStructStart()) {
                parser.skipChildren();
                problem = "field " + known(field) + " holds a list or an object";
                continue;
            }
            String scalar = value == JsonToken.VALUE_NULL ? null : parser.getText();
            switch (field) {
                case "messageText" -> text = scalar;
                case "destination" -> destination = scalar;
                case "correlationId" -> correlationId = scalar;
                case "scheduledDate" -> scheduled = scalar;
                default -> problem = "unknown field: known are messageText, destination, correlationId, scheduledDate";
            }
        }
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        Instant scheduledDate = ScheduledDates.parse(scheduled);
        return new SmsMessage(text, destination, correlationId, scheduledDate);
    }

    /**
     * What is wrong with the JSON and in which line, without a word of the content.
     */
    public static String reason(JsonProcessingException e) {
        var location = e.getLocation();
        return "syntax error"
               + (location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr());
    }

    private static String known(String field) {
        return switch (field) {
            case "messageText", "destination", "correlationId", "scheduledDate" -> field;
            default -> "of an unknown name";
        };
    }
}
