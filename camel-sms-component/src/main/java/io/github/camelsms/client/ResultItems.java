package io.github.camelsms.client;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The result items of the response to a send request, whose envelope the interface does not promise to keep.
 * <p>
 * Understood are the interface's bare array, an object that wraps exactly one array of items under any name, directly
 * or one level down, and for a batch of one the item itself, bare or wrapped in the same way.
 *
 * @param container the array that holds the items, or the item itself if it stands alone; null if there are none
 */
record ResultItems(@Nullable JsonNode container, List<ResultItem> items) {

    static final ResultItems NONE = new ResultItems(null, List.of());

    private static final int DEEPEST_WRAPPER = 2;

    /**
     * The items in the response's order; none if there are none, or more than one array could be meant.
     */
    static ResultItems find(JsonNode root, int batchSize) {
        if (root.isArray()) {
            return read(root);
        }
        List<JsonNode> arrays = new ArrayList<>();
        collectArrays(root, DEEPEST_WRAPPER, arrays);
        if (arrays.size() == 1) {
            return read(arrays.get(0));
        }
        return arrays.isEmpty() && batchSize == 1 ? single(root) : NONE;
    }

    private static ResultItems single(JsonNode root) {
        List<JsonNode> nested = new ArrayList<>();
        collectItems(root, DEEPEST_WRAPPER, nested);
        if (nested.size() == 1) {
            return new ResultItems(nested.get(0), List.of(ResultItem.read(nested.get(0))));
        }
        // Beside an empty list of results, status and code are the envelope's.
        boolean item = nested.isEmpty() && JsonShapes.field(root, "status") != null && !hasArray(root);
        return item ? new ResultItems(root, List.of(ResultItem.read(root))) : NONE;
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

    private static ResultItems read(JsonNode array) {
        if (!hasItems(array)) {
            return NONE;
        }
        List<ResultItem> items = new ArrayList<>(array.size());
        for (JsonNode element : array) {
            items.add(ResultItem.read(element));
        }
        return new ResultItems(array, items);
    }

    /**
     * Whether the response says outside these items, anywhere, that a message was taken.
     */
    boolean leaveTakenIn(JsonNode root) {
        return leaveTakenIn(root, false);
    }

    // The very node that holds the items, not one that equals it.
    @SuppressWarnings("ReferenceEquality")
    private boolean leaveTakenIn(JsonNode node, boolean element) {
        boolean container = node == this.container;
        if (node.isObject() && !container && saysTaken(node, element)) {
            return true;
        }
        for (JsonNode value : node) {
            boolean ownItem = container && node.isArray();
            if (ownItem ? inside(value) : leaveTakenIn(value, node.isArray())) {
                return true;
            }
        }
        return false;
    }

    private boolean inside(JsonNode item) {
        for (JsonNode value : item) {
            if (leaveTakenIn(value, item.isArray())) {
                return true;
            }
        }
        return false;
    }

    /** An envelope says OK too, but names no message and stands in no list. */
    private static boolean saysTaken(JsonNode object, boolean element) {
        boolean namesMessage = JsonShapes.text(object, "id_sms") != null || JsonShapes.text(object, "correlationId") != null;
        return (namesMessage || element) && ResultItem.read(object).mayBeTaken();
    }
}
