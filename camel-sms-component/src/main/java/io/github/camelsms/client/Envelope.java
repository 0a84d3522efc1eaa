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

    static final int MAX_DEPTH = 4;
    static final Envelope NONE = new Envelope(null, null, null);

    /**
     * The outermost object of the response that has a code or a status of OK or NOK; an array of one counts as its only
     * element. Fields of the envelope that no object has are null.
     */
    static Envelope of(JsonNode root) {
        for (int depth = 0; depth <= MAX_DEPTH; depth++) {
            Envelope found = at(root, depth);
            if (!found.isNone()) {
                return found;
            }
        }
        return NONE;
    }

    /**
     * What an object with these fields says as a whole: nothing without a code or a status of OK or NOK.
     */
    static Envelope of(@Nullable String status, @Nullable Integer code, @Nullable String message) {
        String verdict = status == null ? "" : status.trim().toUpperCase(Locale.ROOT);
        boolean isVerdict = verdict.equals("OK") || verdict.equals("NOK");
        return code == null && !isVerdict ? NONE : new Envelope(isVerdict ? verdict : null, code, message);
    }

    private static Envelope at(JsonNode node, int depth) {
        if (node.isArray() && node.size() == 1) {
            return at(node.get(0), depth);
        }
        if (!node.isObject()) {
            return NONE;
        }
        if (depth == 0) {
            return of(JsonShapes.text(node, "status"), JsonShapes.integer(node, "code"), JsonShapes.text(node, "message"));
        }
        for (JsonNode value : node) {
            Envelope found = at(value, depth - 1);
            if (!found.isNone()) {
                return found;
            }
        }
        return NONE;
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
