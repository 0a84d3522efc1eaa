package io.github.camelsms.client;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.Nullable;

/**
 * Lenient reader of JSON with an unknown structure.
 */
final class JsonShapes {

    static final int MAX_DEPTH = 64;

    /** More than any valid response has. Bounds the memory of the tree. */
    static final int MAX_TOKENS = 100_000;
    static final int MAX_STRING_LENGTH = 100_000;
    private static final int MAX_INTEGER_LENGTH = 32;
    private static final int CHUNK_SIZE = 8192;

    // Field names are external input: none must be kept after the response is parsed.
    private static final ObjectMapper JSON = JsonMapper.builder(
            JsonFactory.builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final ObjectReader ANY = JSON.reader();
    private static final ObjectReader WITHOUT_DUPLICATES = ANY.with(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    private static final Pattern CHARSET = Pattern.compile("(?i)charset\\s*=\\s*\"?([^\\s;\"]+)");
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    static {
        JSON.getFactory().setStreamReadConstraints(
                StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).maxNumberLength(200)
                        .maxStringLength(MAX_STRING_LENGTH)
                        .maxTokenCount(MAX_TOKENS)
                        .build());
    }

    private JsonShapes() {
    }

    /**
     * Returns the response's body as JSON, or null if it is empty or not JSON. Returns null also if an object of a
     * successful response has the same field twice, because one would be lost.
     */
    static @Nullable JsonNode parse(HttpReply.Received response) {
        return parse(response.isSuccess() ? WITHOUT_DUPLICATES : ANY, text(response));
    }

    /**
     * Returns a text as JSON, or null if it is empty or not JSON, or if an object has the same field twice.
     */
    static @Nullable JsonNode parse(String text) {
        return parse(WITHOUT_DUPLICATES, text);
    }

    private static @Nullable JsonNode parse(ObjectReader reader, String text) {
        try {
            JsonNode root = reader.readTree(text);
            return root == null || root.isMissingNode() || root.isNull() ? null : root;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /** Returns a parser of a text, with the limits of a response. */
    static JsonParser parser(String text) throws IOException {
        return JSON.getFactory().createParser(text);
    }

    /**
     * Returns the response's body as text. The character set is UTF-16 or UTF-32 if the first bytes indicate it,
     * otherwise UTF-8 if the body is valid UTF-8, otherwise the declared one, otherwise ISO 8859-1.
     */
    static String text(HttpReply.Received response) {
        Charset charset = utf16OrUtf32(response.body());
        if (charset == null) {
            Charset declared = declared(response.contentType());
            Charset other = declared == null ? StandardCharsets.ISO_8859_1 : declared;
            charset = isUtf8(response.body()) ? StandardCharsets.UTF_8 : other;
        }
        String text = new String(response.body(), charset);
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    /**
     * Detects UTF-16 and UTF-32; returns null for other bodies. JSON begins with two ASCII characters or a byte order
     * mark, so the zero bytes identify them (RFC 4627, section 3).
     */
    private static @Nullable Charset utf16OrUtf32(byte[] bytes) {
        if (bytes.length < 4) {
            return null;
        }
        boolean zero0 = bytes[0] == 0;
        boolean zero1 = bytes[1] == 0;
        if (zero0 && zero1) {
            return Charset.forName("UTF-32BE");
        }
        if (zero1) {
            return bytes[2] == 0 ? Charset.forName("UTF-32LE") : StandardCharsets.UTF_16LE;
        }
        boolean mark = bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF
                || bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE;
        return zero0 || mark ? StandardCharsets.UTF_16 : null;
    }

    /** Decodes in chunks, because the characters of a whole response would take twice its size. */
    static boolean isUtf8(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(CHUNK_SIZE);
        CoderResult result;
        do {
            result = decoder.decode(in, out.clear(), true);
        } while (result.isOverflow());
        return result.isUnderflow();
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
     * Returns the field of an object by its case-insensitive name, or null if it is missing or null.
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
     * Returns a string or number field as text, or null if it is missing, blank or of another type.
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
     * Returns an integer field, which may be a string, or null if it is missing or not an integer.
     */
    static @Nullable Integer integer(JsonNode object, String name) {
        String text = text(object, name);
        return text == null ? null : integer(text);
    }

    /** Parses an integer; returns null for any other text. */
    static @Nullable Integer integer(String text) {
        if (text.length() > MAX_INTEGER_LENGTH) {
            return null;
        }
        try {
            return new BigDecimal(text.trim()).intValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            return null;
        }
    }
}
