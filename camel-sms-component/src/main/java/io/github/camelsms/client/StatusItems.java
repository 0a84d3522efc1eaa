package io.github.camelsms.client;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * Status items of a response, whose envelope the interface shows for one of two operations only.
 *
 * @param container the array of the items, or the only item without an array
 * @param items     the items in the response's order; never empty
 */
record StatusItems(JsonNode container, List<JsonNode> items) {

    private static final String NAME = "sent_status";
    private static final int MAX_DEPTH = 4;

    /**
     * Returns the items of a top-level array, of <code>sent_status</code> anywhere, or of the only array with an
     * element that looks like a status item. Returns null if there are none, or several candidates.
     */
    static @Nullable StatusItems find(JsonNode root) {
        List<JsonNode> named = new ArrayList<>();
        List<JsonNode> lookalikes = new ArrayList<>();
        collect(root, null, MAX_DEPTH, named, lookalikes);
        if (named.size() == 1) {
            return of(named.get(0));
        }
        if (named.isEmpty() && lookalikes.size() == 1) {
            return of(lookalikes.get(0));
        }
        boolean alone = named.isEmpty() && lookalikes.isEmpty() && StatusItem.looksLikeOne(root)
                && Envelope.of(root).isNone();
        return alone ? of(root) : null;
    }

    /**
     * Returns whether the response has one of the nine statuses anywhere outside the items with such a status.
     *
     * @param found the items of the response, or null if there are none
     */
    static boolean hasStatusOutside(@Nullable StatusItems found, JsonNode root) {
        JsonNode container = found == null ? null : found.container;
        return hasStatusOutside(container, root, isSame(root, container) && root.isObject());
    }

    private static boolean hasStatusOutside(@Nullable JsonNode container, JsonNode node, boolean isItem) {
        if (StatusItem.isListed(node)) {
            return !isItem;
        }
        boolean hasItems = isSame(node, container) && node.isArray();
        for (JsonNode value : node) {
            if (hasStatusOutside(container, value, hasItems || isSame(value, container) && value.isObject())) {
                return true;
            }
        }
        return false;
    }

    // Equal nodes may be in several places.
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(JsonNode node, @Nullable JsonNode container) {
        return node == container;
    }

    /**
     * Returns whether the response has arrays and all of them are empty.
     */
    static boolean hasOnlyEmptyArrays(JsonNode root) {
        List<JsonNode> arrays = root.isArray() ? List.of(root) : new ArrayList<>();
        if (root.isObject()) {
            collectArrays(root, MAX_DEPTH, arrays);
        }
        return !arrays.isEmpty() && arrays.stream().allMatch(JsonNode::isEmpty);
    }

    private static void collectArrays(JsonNode object, int depth, List<JsonNode> found) {
        for (JsonNode value : object) {
            if (value.isArray()) {
                found.add(value);
            } else if (value.isObject() && depth > 0) {
                collectArrays(value, depth - 1, found);
            }
        }
    }

    private static void collect(
            JsonNode node, @Nullable String name, int depth, List<JsonNode> named, List<JsonNode> lookalikes) {
        if (NAME.equalsIgnoreCase(name) && (hasObject(node) || StatusItem.looksLikeOne(node))) {
            named.add(node);
        } else if (node.isArray() && hasLookalike(node)) {
            lookalikes.add(node);
        } else if (depth > 0) {
            node.fields().forEachRemaining(
                    field -> collect(field.getValue(), field.getKey(), depth - 1, named, lookalikes));
            if (node.isArray()) {
                node.forEach(element -> collect(element, null, depth - 1, named, lookalikes));
            }
        }
    }

    private static boolean hasObject(JsonNode node) {
        if (node.isArray()) {
            for (JsonNode element : node) {
                if (element.isObject()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasLookalike(JsonNode array) {
        for (JsonNode element : array) {
            if (StatusItem.looksLikeOne(element)) {
                return true;
            }
        }
        return false;
    }

    private static StatusItems of(JsonNode container) {
        if (!container.isArray()) {
            return new StatusItems(container, List.of(container));
        }
        List<JsonNode> items = new ArrayList<>(container.size());
        for (JsonNode element : container) {
            // The array may end with the link to the next page.
            if (StatusItem.looksLikeOne(element) || ContinuationLinks.in(element).isNone()) {
                items.add(element);
            }
        }
        return new StatusItems(container, items);
    }
}
