package io.github.camelsms.client;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON whose shape is not known beforehand, forgiving what does not change its meaning.
 */
final class JsonShapes {

    static final int DEEPEST = 64;

    /** Far more than any answer of the interface has; bounds the memory that a small text can claim as a tree. */
    private static final int MOST_TOKENS = 500_000;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Pattern CHARSET = Pattern.compile("(?i)charset\\s*=\\s*\"?([^\\s;\"]+)");
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    static {
        JSON.getFactory().setStreamReadConstraints(
                StreamReadConstraints.builder().maxNestingDepth(DEEPEST).maxNumberLength(200).maxTokenCount(MOST_TOKENS)
                        .build());
    }

    private JsonShapes() {
    }

    /**
     * The answer's body as JSON, or null if it is empty or no JSON.
     */
    static @Nullable JsonNode parse(HttpReply.Received answer) {
        try {
            JsonNode root = JSON.readTree(text(answer));
            return root == null || root.isMissingNode() || root.isNull() ? null : root;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /**
     * The answer's body as text: UTF-8, or if it is not, the character set that it declares, or else ISO 8859-1.
     */
    static String text(HttpReply.Received answer) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(answer.body())).toString();
            Charset declared = declared(answer.contentType());
            if (declared != null && declared.name().startsWith("UTF-16")) {
                text = new String(answer.body(), declared);
            }
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            Charset declared = declared(answer.contentType());
            return new String(answer.body(), declared == null ? StandardCharsets.ISO_8859_1 : declared);
        }
    }

    private static @Nullable Charset declared(@Nullable String contentType) {
        Matcher charset = CHARSET.matcher(contentType == null ? "" : contentType);
        try {
            return charset.find() ? Charset.forName(charset.group(1)) : null;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return null;
        }
    }

    /**
     * The field of an object by its name, whatever its case; null if there is none or it is JSON's null.
     */
    static @Nullable JsonNode field(JsonNode object, String name) {
        JsonNode exact = object.get(name);
        if (exact != null) {
            return exact.isNull() ? null : exact;
        }
        for (Iterator<Map.Entry<String, JsonNode>> fields = object.fields(); fields.hasNext();) {
            Map.Entry<String, JsonNode> field = fields.next();
            if (field.getKey().equalsIgnoreCase(name)) {
                return field.getValue().isNull() ? null : field.getValue();
            }
        }
        return null;
    }

    /**
     * A field that is a string or a number, as text; null if there is none, it is neither, or blank.
     */
    static @Nullable String text(JsonNode object, String name) {
        JsonNode value = field(object, name);
        if (value == null || !(value.isTextual() || value.isNumber())) {
            return null;
        }
        String text = value.isIntegralNumber() ? value.bigIntegerValue().toString() : value.asText();
        return text.isBlank() ? null : text;
    }

    /**
     * A field that is an integer or a string of one; null if there is none or it is something else.
     */
    static @Nullable Integer integer(JsonNode object, String name) {
        String text = text(object, name);
        if (text == null || text.length() > 32) {
            return null;
        }
        try {
            return new BigDecimal(text.trim()).intValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            return null;
        }
    }
}
