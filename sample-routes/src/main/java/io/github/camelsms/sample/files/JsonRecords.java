package io.github.camelsms.sample.files;

import java.io.IOException;
import java.io.Reader;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.github.camelsms.sample.message.MessageJson;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a JSON file, one element at a time: an array, <code>{"sms":[…]}</code>, or objects one after the
 * other.
 */
class JsonRecords implements FileRecords {

    private final JsonParser parser;
    private final boolean inArray;
    private @Nullable JsonToken peeked;
    private int element;
    private boolean ended;

    private JsonRecords(JsonParser parser, boolean inArray, @Nullable JsonToken peeked) {
        this.parser = parser;
        this.inArray = inArray;
        this.peeked = peeked;
    }

    static JsonRecords open(Reader reader) throws IOException, UnreadableFileException {
        JsonParser parser = MessageJson.factory().createParser(reader);
        try {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new UnreadableFileException("the file is empty");
            }
            return switch (first) {
                case START_ARRAY -> new JsonRecords(parser, true, null);
                case START_OBJECT -> openObject(parser);
                default -> throw new UnreadableFileException("the JSON is neither an array nor an object");
            };
        } catch (JsonProcessingException e) {
            throw new UnreadableFileException("the file is not JSON: " + MessageJson.reason(e));
        }
    }

    /** Jackson takes a leading field for what it is when it is asked for it, so one look ahead is enough. */
    private static JsonRecords openObject(JsonParser parser) throws IOException {
        JsonToken field = parser.nextToken();
        boolean envelope = field == JsonToken.FIELD_NAME && parser.currentName().equals("sms");
        if (envelope && parser.nextToken() == JsonToken.START_ARRAY) {
            return new JsonRecords(parser, true, null);
        }
        return new JsonRecords(parser, false, field);
    }

    @Override
    public @Nullable FileRecord next() throws IOException {
        if (ended) {
            return null;
        }
        element++;
        try {
            return read();
        } catch (JsonProcessingException e) {
            ended = true;
            return new FileRecord.Broken(element, "JSON " + MessageJson.reason(e) + " in element " + element);
        }
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }

    private @Nullable FileRecord read() throws IOException {
        JsonToken token = peeked;
        if (token == null) {
            token = parser.nextToken();
        }
        boolean insideFirstObject = peeked != null;
        peeked = null;
        if (token == null && inArray) {
            ended = true;
            return new FileRecord.Broken(element, "the file ends in the middle of the list, before element " + element);
        }
        if (token == null || token == JsonToken.END_ARRAY) {
            ended = true;
            return null;
        }
        if (!insideFirstObject && token != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return new FileRecord.Unreadable(element, "element is not an object");
        }
        return message(insideFirstObject);
    }

    private FileRecord message(boolean insideObject) throws IOException {
        try {
            return new FileRecord.Readable(
                    element,
                    insideObject ? MessageJson.readFields(parser) : MessageJson.readObject(parser));
        } catch (IllegalArgumentException e) {
            return new FileRecord.Unreadable(element, String.valueOf(e.getMessage()));
        }
    }
}
