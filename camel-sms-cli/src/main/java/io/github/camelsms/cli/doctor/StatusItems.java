package io.github.camelsms.cli.doctor;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The list of statuses in a response, wherever it is.
 *
 * @param path  path of the array, such as {@code data.statuses}; empty for the whole document; null without an array
 * @param depth number of fields in the path
 * @param items the items, possibly none
 */
record StatusItems(@Nullable String path, int depth, List<JsonNode> items) {

    /** The component finds a list under any name up to this depth. */
    static final int MAX_DEPTH = 4;

    /** Returns the first array with an element that looks like a status item, or the only empty array. */
    static StatusItems in(@Nullable JsonNode root) {
        if (root == null) {
            return new StatusItems(null, 0, List.of());
        }
        Json.Place empty = null;
        for (Json.Place place : Json.places(root)) {
            if (place.value().isArray()) {
                List<JsonNode> items = new ArrayList<>();
                place.value().forEach(element -> {
                    if (looksLikeOne(element)) {
                        items.add(element);
                    }
                });
                if (!items.isEmpty()) {
                    return new StatusItems(place.path(), place.depth(), items);
                }
                empty = empty == null && place.value().isEmpty() ? place : empty;
            }
        }
        return empty == null
                ? new StatusItems(null, 0, List.of()) : new StatusItems(empty.path(), empty.depth(), List.of());
    }

    private static boolean looksLikeOne(JsonNode element) {
        return element.isObject() && element.has("status")
                && (element.has("unixSentDate") || element.has("sentDate") || element.has("destination"));
    }

    /** Returns the items with the correlation id. */
    List<JsonNode> of(String correlationId) {
        return items.stream().filter(item -> correlationId.equals(Json.text(item, "correlationId"))).toList();
    }

    /** Returns the send time in Unix seconds, or null if the item has none. */
    static @Nullable Long sentSeconds(JsonNode item) {
        String text = Json.text(item, "unixSentDate");
        return text != null && text.strip().matches("\\d{9,11}") ? Long.valueOf(text.strip()) : null;
    }

    /** Returns whether the status will not change any more. */
    static boolean isFinal(JsonNode item) {
        String status = Json.text(item, "status");
        return status != null && !status.strip().equalsIgnoreCase("SENT");
    }

    /** Returns the place of the list in words. */
    String place() {
        if (path == null) {
            return "none";
        }
        return path.isEmpty() ? "a bare array" : "the field " + path;
    }
}
