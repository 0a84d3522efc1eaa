package io.github.camelsms.cli.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** JSON of requests and responses. */
final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final int MAX_DEPTH = 20;

    private Json() {
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /** Returns the document, or null if the bytes are not one. */
    static @Nullable JsonNode parse(byte[] bytes) {
        try {
            JsonNode node = MAPPER.readTree(bytes);
            return node == null || node.isMissingNode() ? null : node;
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns the code of an object, also if it is text; null if there is none. */
    static @Nullable Integer code(@Nullable JsonNode node) {
        if (node == null) {
            return null;
        }
        JsonNode code = node.path("code");
        if (code.isIntegralNumber() && code.canConvertToInt()) {
            return code.intValue();
        }
        return code.isTextual() && code.textValue().strip().matches("-?\\d{1,6}")
                ? Integer.valueOf(code.textValue().strip()) : null;
    }

    /** Returns whether the document has the code, or its first element if it is an array. */
    static boolean hasCode(@Nullable JsonNode root, int code) {
        if (root != null && root.isArray()) {
            return !root.isEmpty() && hasCode(root.get(0), code);
        }
        return Integer.valueOf(code).equals(code(root));
    }

    /** Returns the text or number of a field as text; null if it is absent. */
    static @Nullable String text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        return value.isValueNode() && !value.isNull() ? value.asText() : null;
    }

    /**
     * A place in a document.
     *
     * @param path such as {@code data.statuses}; empty for the document itself
     * @param name name of the last field, or empty
     */
    record Place(String path, String name, JsonNode value) {

        /** Returns the number of fields in the path. */
        int depth() {
            return path.isEmpty() ? 0 : path.split("\\.", -1).length;
        }
    }

    /** Returns all places of a document, outer ones first; elements of arrays have the path of their array. */
    static List<Place> places(JsonNode root) {
        List<Place> places = new ArrayList<>();
        collect(root, "", "", 0, places);
        return places;
    }

    private static void collect(JsonNode node, String path, String name, int depth, List<Place> places) {
        places.add(new Place(path, name, node));
        if (depth > MAX_DEPTH) {
            return;
        }
        if (node.isObject()) {
            for (Iterator<Map.Entry<String, JsonNode>> fields = node.fields(); fields.hasNext();) {
                Map.Entry<String, JsonNode> field = fields.next();
                String inner = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
                collect(field.getValue(), inner, field.getKey(), depth + 1, places);
            }
        } else if (node.isArray()) {
            node.forEach(element -> collect(element, path, name, depth + 1, places));
        }
    }
}
