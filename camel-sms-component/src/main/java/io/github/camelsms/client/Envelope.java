package io.github.camelsms.client;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * What a response says as a whole, beside its items: the triple of status, code and message that the interface uses for
 * errors (interface, "Errors"), wherever it stands.
 */
record Envelope(@Nullable String status, @Nullable Integer code, @Nullable String message) {

    private static final int DEEPEST = 4;
    static final Envelope NONE = new Envelope(null, null, null);

    /**
     * The outermost object of the response that has a code or a status of OK or NOK; an array of one counts as its only
     * element. Fields of the envelope that no object has are null.
     */
    static Envelope of(JsonNode root) {
        for (int depth = 0; depth <= DEEPEST; depth++) {
            Envelope found = at(root, depth);
            if (found != null) {
                return found;
            }
        }
        return NONE;
    }

    private static @Nullable Envelope at(JsonNode node, int depth) {
        if (node.isArray() && node.size() == 1) {
            return at(node.get(0), depth);
        }
        if (!node.isObject()) {
            return null;
        }
        if (depth == 0) {
            return read(node);
        }
        for (JsonNode value : node) {
            Envelope found = at(value, depth - 1);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable Envelope read(JsonNode object) {
        Integer code = JsonShapes.integer(object, "code");
        String text = JsonShapes.text(object, "status");
        String status = text == null ? null : text.trim().toUpperCase(Locale.ROOT);
        boolean verdict = "OK".equals(status) || "NOK".equals(status);
        if (code == null && !verdict) {
            return null;
        }
        return new Envelope(verdict ? status : null, code, JsonShapes.text(object, "message"));
    }

    boolean isNone() {
        return status == null && code == null;
    }

    boolean isNok() {
        return "NOK".equals(status);
    }

    boolean hasCode(int expected) {
        return code != null && code == expected;
    }

    boolean isUnauthorized() {
        return hasCode(401) || hasCode(403);
    }

    /** The service's words in a form that fits behind a reason of ours, possibly empty. */
    String inWords() {
        return inWords(List.of());
    }

    /** The same about a request, without what the service's words repeat of its messages. */
    String inWords(List<SmsMessage> about) {
        String words = ServiceText.shown(message, about);
        return (code == null ? "" : ", code " + code) + (words == null ? "" : ": " + words);
    }
}
