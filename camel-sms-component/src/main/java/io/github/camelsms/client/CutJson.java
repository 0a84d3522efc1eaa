package io.github.camelsms.client;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * JSON document whose end is missing, up to the last object that is closed.
 *
 * @param root root of the document, in which the objects and arrays that were open are closed
 * @param open objects and arrays that were open, by identity: fields or elements of them may be missing
 */
record CutJson(JsonNode root, Set<JsonNode> open) {

    /** Length of the literal <code>false</code>, which can be cut. */
    private static final int MAX_LITERAL = 5;

    /**
     * Reads the beginning of a document.
     *
     * @param  isCut whether the end is known to be missing; otherwise only the end may be missing, and everything
     *               before it must be JSON
     * @return       null if it has no closed object, is complete, or is not JSON
     */
    static @Nullable CutJson of(String text, boolean isCut) {
        StringBuilder closing = new StringBuilder();
        int end = 0;
        String ending = "";
        try (JsonParser parser = JsonShapes.parser(text)) {
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
        JsonNode root = JsonShapes.parse(text.substring(0, end) + ending);
        return root == null ? null : new CutJson(root, lastPath(root, ending.length()));
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
