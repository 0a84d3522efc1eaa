package io.github.camelsms.client;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.Nullable;

/**
 * Response to a status query as a tree of JSON with an unknown structure: its list of statuses and its links to more
 * may be anywhere in it. The responses to send requests, which are many times as many, are read as tokens instead
 * ({@link SendResponseTokens}).
 */
final class JsonTree {

    // Field names are external input: none must be kept after the response is parsed.
    private static final ObjectMapper JSON = JsonMapper.builder(
            JsonFactory.builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final ObjectReader ANY = JSON.reader();
    private static final ObjectReader WITHOUT_DUPLICATES = ANY.with(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

    static {
        JSON.getFactory().setStreamReadConstraints(
                StreamReadConstraints.builder().maxNestingDepth(ResponseText.MAX_DEPTH).maxNumberLength(200)
                        .maxStringLength(ResponseText.MAX_STRING_LENGTH)
                        .maxTokenCount(ResponseText.MAX_TOKENS)
                        .build());
    }

    private JsonTree() {
    }

    /**
     * Returns the response's body as JSON, or null if it is empty or not JSON. Returns null also if an object of a
     * successful response has the same field twice, because one would be lost.
     */
    static @Nullable JsonNode parse(HttpReply.Received response) {
        return parse(response.isSuccess() ? WITHOUT_DUPLICATES : ANY, ResponseText.text(response));
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
        return text == null ? null : ResponseText.integer(text);
    }

    /**
     * Returns the envelope in the outermost object that has a code or a status of OK or NOK. An array of one element
     * counts as that element.
     */
    static Envelope envelope(JsonNode root) {
        for (int depth = 0; depth <= Envelope.MAX_DEPTH; depth++) {
            Envelope found = envelopeAt(root, depth);
            if (!found.isNone()) {
                return found;
            }
        }
        return Envelope.NONE;
    }

    private static Envelope envelopeAt(JsonNode node, int depth) {
        if (node.isArray() && node.size() == 1) {
            return envelopeAt(node.get(0), depth);
        }
        if (!node.isObject()) {
            return Envelope.NONE;
        }
        if (depth == 0) {
            return Envelope.of(text(node, "status"), integer(node, "code"), text(node, "message"));
        }
        for (JsonNode value : node) {
            Envelope found = envelopeAt(value, depth - 1);
            if (!found.isNone()) {
                return found;
            }
        }
        return Envelope.NONE;
    }

    /**
     * Document whose end is missing, up to the last object that is closed.
     *
     * @param root root of the document, in which the objects and arrays that were open are closed
     * @param open objects and arrays that were open, by identity: fields or elements of them may be missing
     */
    record Cut(JsonNode root, Set<JsonNode> open) {

        /** Length of the literal <code>false</code>, which can be cut. */
        private static final int MAX_LITERAL = 5;

        /**
         * Reads the beginning of a document.
         *
         * @param  isCut whether the end is known to be missing; otherwise only the end may be missing, and everything
         *               before it must be JSON
         * @return       null if it has no closed object, is complete, or is not JSON
         */
        static @Nullable Cut of(String text, boolean isCut) {
            StringBuilder closing = new StringBuilder();
            int end = 0;
            String ending = "";
            try (JsonParser parser = JSON.getFactory().createParser(text)) {
                for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                    if (token.isStructStart()) {
                        closing.insert(0, token == JsonToken.START_OBJECT ? '}' : ']');
                    } else if (token.isStructEnd()) {
                        closing.deleteCharAt(0);
                        if (closing.isEmpty()) {
                            return null;
                        }
                    }
                    if (token == JsonToken.END_OBJECT) {
                        end = (int) parser.currentLocation().getCharOffset();
                        ending = closing.toString();
                    }
                }
            } catch (IOException e) {
                if (!isCut && !isAtEnd(e, text)) {
                    return null;
                }
            }
            JsonNode root = JsonTree.parse(text.substring(0, end) + ending);
            return root == null ? null : new Cut(root, lastPath(root, ending.length()));
        }

        private static boolean isAtEnd(IOException failure, String text) {
            JsonLocation location = failure instanceof JsonProcessingException invalid ? invalid.getLocation() : null;
            return location != null && location.getCharOffset() >= text.length() - MAX_LITERAL;
        }

        /** Returns the last element of the last element and so on. */
        private static Set<JsonNode> lastPath(JsonNode root, int length) {
            Set<JsonNode> path = Collections.newSetFromMap(new IdentityHashMap<>());
            JsonNode node = root;
            for (int i = 0; i < length; i++) {
                path.add(node);
                JsonNode last = node;
                for (JsonNode each : node) {
                    last = each;
                }
                node = last;
            }
            return path;
        }
    }
}
