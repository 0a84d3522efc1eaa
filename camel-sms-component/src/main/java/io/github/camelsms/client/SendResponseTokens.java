package io.github.camelsms.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.io.SerializedString;
import org.jspecify.annotations.Nullable;

/**
 * JSON tokens of the response to a send request. Fields of a result are represented by numbers, in the order of the
 * interface ("Send result item"). The case of their names is ignored.
 */
final class SendResponseTokens implements Closeable {

    static final int STATUS = 0;
    static final int CODE = 1;
    static final int ID_SMS = 2;
    static final int CORRELATION_ID = 3;
    static final int MESSAGE = 4;
    /** Any other field. */
    static final int OTHER = 5;
    /** The end of the object. */
    static final int END = 6;

    private static final String[] NAMES = { "status", "code", "id_sms", "correlationId", "message" };
    private static final SerializableString[] EXPECTED_NAMES = {
            new SerializedString("status"), new SerializedString("code"), new SerializedString("id_sms"),
            new SerializedString("correlationId") };
    private static final String OK = "OK";
    /** A number with at most this many characters fits into an <code>int</code>. */
    private static final int MAX_INT_LENGTH = 9;
    /** Bounds the names in Jackson's symbol table, which all responses share. */
    private static final int MAX_NAME_LENGTH = 200;

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(ResponseText.MAX_DEPTH)
                            .maxNameLength(MAX_NAME_LENGTH).maxStringLength(ResponseText.MAX_STRING_LENGTH)
                            .maxTokenCount(ResponseText.MAX_TOKENS).build())
            .build();

    /** The beginning of a literal, or of the fraction of a number. Jackson reports it as invalid, not as cut. */
    private static final Pattern CUT_VALUE = Pattern.compile("(?:\\b(?:tr?u?|fa?l?s?|nu?l?)|\\d\\.)\\z");
    private static final int MAX_ENDING = 6;

    private final JsonParser json;
    private final String ending;
    private boolean isExactName;
    private boolean mentionsSuccess;

    private SendResponseTokens(JsonParser json, String ending) {
        this.json = json;
        this.ending = ending;
    }

    /**
     * @throws IOException if the bytes are not in a character set of JSON
     */
    static SendResponseTokens of(byte[] body) throws IOException {
        int length = Math.min(body.length, MAX_ENDING);
        String ending = new String(body, body.length - length, length, StandardCharsets.ISO_8859_1);
        return new SendResponseTokens(JSON.createParser(body), ending);
    }

    static SendResponseTokens of(String body) throws IOException {
        return new SendResponseTokens(JSON.createParser(body), body.substring(Math.max(0, body.length() - MAX_ENDING)));
    }

    /** Returns the next token, or null at the end. */
    @Nullable
    JsonToken next() throws IOException {
        return json.nextToken();
    }

    /**
     * Returns the next field of an object.
     *
     * @param count number of fields of this object that were read before
     */
    int nextField(int count) throws IOException {
        int expected = Math.min(count, EXPECTED_NAMES.length - 1);
        // Jackson compares an expected name with the bytes, which is faster than a lookup.
        if (json.nextFieldName(EXPECTED_NAMES[expected])) {
            isExactName = true;
            return expected;
        }
        return json.currentToken() == JsonToken.FIELD_NAME ? field(json.currentName()) : END;
    }

    private int field(String name) {
        for (int field = 0; field < NAMES.length; field++) {
            if (NAMES[field].equalsIgnoreCase(name)) {
                isExactName = NAMES[field].equals(name);
                return field;
            }
        }
        return OTHER;
    }

    /**
     * Returns whether the input ends in the middle of its JSON.
     *
     * @param failure why the next token could not be read
     */
    boolean isCut(IOException failure) throws IOException {
        return failure instanceof JsonEOFException || !json.getParsingContext().inRoot() && !hasUnread()
                && CUT_VALUE.matcher(ending).find();
    }

    private boolean hasUnread() throws IOException {
        return json.releaseBuffered(OutputStream.nullOutputStream()) > 0 || json.releaseBuffered(Writer.nullWriter()) > 0;
    }

    /** Returns the first token of a field's value. */
    JsonToken nextValue() throws IOException {
        return json.nextToken();
    }

    /** Returns whether the name of the last field is spelled as in the interface. */
    boolean isExactName() {
        return isExactName;
    }

    /** Returns whether a status of OK or an <code>id_sms</code> was read anywhere. */
    boolean mentionsSuccess() {
        return mentionsSuccess;
    }

    /**
     * Returns the current value as text, or null if it is neither a string nor a number, or blank.
     *
     * @param expected the probable text, which saves a copy, or null
     */
    @Nullable
    String text(JsonToken value, @Nullable String expected) throws IOException {
        if (value != JsonToken.VALUE_STRING && !value.isNumeric()) {
            return null;
        }
        if (expected != null && isText(expected)) {
            return expected;
        }
        String text = json.getText();
        return text.isBlank() ? null : text;
    }

    /** Returns the value of a status as {@link #text}. */
    @Nullable
    String status(JsonToken value) throws IOException {
        String status = text(value, OK);
        mentionsSuccess |= status != null && (status.equals(OK) || status.trim().equalsIgnoreCase(OK));
        return status;
    }

    /** Returns the value of an <code>id_sms</code> as {@link #text}. */
    @Nullable
    String smsId(JsonToken value) throws IOException {
        mentionsSuccess |= value.isScalarValue() && value != JsonToken.VALUE_NULL;
        return text(value, null);
    }

    /** Returns the current value as an integer, also from a string; null for other values. */
    @Nullable
    Integer integer(JsonToken value) throws IOException {
        if (value == JsonToken.VALUE_NUMBER_INT && json.getTextLength() <= MAX_INT_LENGTH) {
            return json.getIntValue();
        }
        String text = text(value, null);
        return text == null ? null : ResponseText.integer(text);
    }

    private boolean isText(String expected) throws IOException {
        int length = json.getTextLength();
        if (length != expected.length()) {
            return false;
        }
        char[] text = json.getTextCharacters();
        int offset = json.getTextOffset();
        for (int i = 0; i < length; i++) {
            if (text[offset + i] != expected.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        json.close();
    }
}
