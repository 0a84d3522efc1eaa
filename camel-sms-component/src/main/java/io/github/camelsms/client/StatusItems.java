package io.github.camelsms.client;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.model.PlausibleTime;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
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
    private static final DateTimeFormatter SENT_DATE = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .appendPattern("HH:mm[:ss]")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .optionalStart().appendLiteral(' ').optionalEnd()
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT);

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
        boolean alone = named.isEmpty() && lookalikes.isEmpty() && looksLikeOne(root)
                && JsonTree.envelope(root).isNone();
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
        if (isListed(node)) {
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
        if (NAME.equalsIgnoreCase(name) && (hasObject(node) || looksLikeOne(node))) {
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
            if (looksLikeOne(element)) {
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
            if (looksLikeOne(element) || ContinuationLinks.in(element).isNone()) {
                items.add(element);
            }
        }
        return new StatusItems(container, items);
    }

    /**
     * Returns whether a JSON value is certainly a status item: it has one of the nine statuses, or other fields of an
     * item.
     */
    static boolean looksLikeOne(JsonNode node) {
        if (!node.isObject()) {
            return false;
        }
        boolean listed = isListed(node);
        boolean itemField = JsonTree.field(node, "destination") != null || JsonTree.field(node, "sentDate") != null
                || JsonTree.field(node, "unixSentDate") != null;
        boolean identified = JsonTree.field(node, "correlationId") != null && JsonTree.field(node, "status") != null;
        return listed || itemField || identified;
    }

    /** Returns whether a JSON value has one of the nine statuses. */
    static boolean isListed(JsonNode node) {
        return node.isObject() && SmsDeliveryStatus.of(JsonTree.text(node, "status")) != SmsDeliveryStatus.OTHER;
    }

    /** Returns the status of an item (interface, "Status item"). All its fields are optional. */
    static SmsStatus read(JsonNode node) {
        String rawStatus = JsonTree.text(node, "status");
        return new SmsStatus(
                JsonTree.text(node, "correlationId"), JsonTree.text(node, "destination"), sentDate(node),
                SmsDeliveryStatus.of(rawStatus), rawStatus);
    }

    /** Returns null if there is no time that can be stored. */
    private static @Nullable Instant sentDate(JsonNode node) {
        Instant time = epochSecond(JsonTree.text(node, "unixSentDate"));
        return time == null ? date(JsonTree.text(node, "sentDate")) : time;
    }

    private static @Nullable Instant epochSecond(@Nullable String seconds) {
        return seconds != null && seconds.trim().matches("-?\\d{1,12}")
                ? plausible(Instant.ofEpochSecond(Long.parseLong(seconds.trim()))) : null;
    }

    private static @Nullable Instant date(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return plausible(
                    OffsetDateTime.parse(text.trim().replaceFirst("(?i)(?<=\\d)T(?=\\d)", " "), SENT_DATE).toInstant());
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable Instant plausible(Instant time) {
        return PlausibleTime.isPlausible(time) ? time : null;
    }
}
