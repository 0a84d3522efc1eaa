package io.github.camelsms.client;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Finds the result items in the answer to a send request, whose envelope the interface does not promise to keep.
 * <p>
 * Understood are the interface's bare array, an object that wraps exactly one array of items under any name, directly
 * or one level down, and for a batch of one the item itself, bare or wrapped in the same way.
 */
final class ResultItems {

    private static final int DEEPEST_WRAPPER = 2;

    private ResultItems() {
    }

    /**
     * The items in the answer's order; empty if there are none, or more than one array could be meant.
     */
    static List<ResultItem> find(JsonNode root, int batchSize) {
        if (root.isArray()) {
            return read(root);
        }
        List<JsonNode> arrays = new ArrayList<>();
        collectArrays(root, DEEPEST_WRAPPER, arrays);
        if (arrays.size() == 1) {
            return read(arrays.get(0));
        }
        return arrays.isEmpty() && batchSize == 1 ? single(root) : List.of();
    }

    private static List<ResultItem> single(JsonNode root) {
        List<JsonNode> nested = new ArrayList<>();
        collectItems(root, DEEPEST_WRAPPER, nested);
        if (nested.size() == 1) {
            return List.of(ResultItem.read(nested.get(0)));
        }
        // Beside an empty list of results, status and code are the envelope's.
        boolean item = nested.isEmpty() && JsonShapes.field(root, "status") != null && !hasArray(root);
        return item ? List.of(ResultItem.read(root)) : List.of();
    }

    private static void collectItems(JsonNode node, int depth, List<JsonNode> found) {
        for (JsonNode value : node) {
            if (value.isObject() && JsonShapes.field(value, "status") != null) {
                found.add(value);
            } else if (value.isObject() && depth > 1) {
                collectItems(value, depth - 1, found);
            }
        }
    }

    private static boolean hasArray(JsonNode object) {
        for (JsonNode value : object) {
            if (value.isArray()) {
                return true;
            }
        }
        return false;
    }

    private static void collectArrays(JsonNode node, int depth, List<JsonNode> found) {
        if (depth == 0 || !node.isObject()) {
            return;
        }
        for (JsonNode value : node) {
            if (value.isArray() && hasItems(value)) {
                found.add(value);
            } else {
                collectArrays(value, depth - 1, found);
            }
        }
    }

    private static boolean hasItems(JsonNode array) {
        for (JsonNode element : array) {
            if (ResultItem.looksLikeOne(element)) {
                return true;
            }
        }
        return false;
    }

    private static List<ResultItem> read(JsonNode array) {
        if (!hasItems(array)) {
            return List.of();
        }
        List<ResultItem> items = new ArrayList<>(array.size());
        for (JsonNode element : array) {
            items.add(ResultItem.read(element));
        }
        return items;
    }
}
