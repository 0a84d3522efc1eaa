package io.github.camelsms.message;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.model.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * The names of a message's fields (interface, "Message to send"). Names are compared exactly. A name that differs from
 * one of them only in case, blanks, hyphens and underscores is misspelled: without it a message would leave without its
 * id or its date. All other names are somebody else's.
 */
final class FieldNames {

    static final String TEXT = "messageText";
    static final String DESTINATION = "destination";
    static final String CORRELATION_ID = "correlationId";
    static final String SCHEDULED_DATE = "scheduledDate";
    /** The field of the list of messages in a whole request. */
    static final String LIST = "sms";
    /** The fields of a message itself. */
    static final List<String> OF_MESSAGE = List.of(TEXT, DESTINATION, CORRELATION_ID, SCHEDULED_DATE);

    private static final int MAX_SHOWN = 50;

    private FieldNames() {
    }

    /** Whether a name is one of a message's fields. */
    static boolean isOfMessage(String name) {
        return OF_MESSAGE.contains(name);
    }

    /** Why a name is misspelled, with the right one; null if it is not. */
    static @Nullable String complaint(CharSequence name) {
        String meant = meant(name);
        return meant == null ? null : complaint(name, meant);
    }

    /** The complaint about a name of a map that is misspelled, or null. */
    static @Nullable String complaint(Map<?, ?> map) {
        if (map.size() == count(map)) {
            return null;
        }
        for (Object key : map.keySet()) {
            String meant = key instanceof CharSequence name ? meant(name) : null;
            // A map that ignores case gives the value under the right name too.
            if (meant != null && !(map.containsKey(meant) && map.get(meant) == map.get(key))) {
                return complaint((CharSequence) key, meant);
            }
        }
        return null;
    }

    /** The complaint about a name of a JSON object that is misspelled, or null. */
    static @Nullable String complaint(JsonNode object) {
        for (Iterator<String> names = object.fieldNames(); names.hasNext();) {
            String complaint = complaint(names.next());
            if (complaint != null) {
                return complaint;
            }
        }
        return null;
    }

    /** What a map has under a name; nothing if its keys cannot be compared with text. */
    static @Nullable Object value(Map<?, ?> map, String name) {
        try {
            return map.get(name);
        } catch (ClassCastException e) {
            return null;
        }
    }

    private static int count(Map<?, ?> map) {
        int count = value(map, LIST) == null ? 0 : 1;
        for (int i = 0; i < OF_MESSAGE.size(); i++) {
            count += value(map, OF_MESSAGE.get(i)) == null ? 0 : 1;
        }
        return count;
    }

    private static String complaint(CharSequence name, String meant) {
        return "the field \"" + OneLine.of(name.toString(), MAX_SHOWN) + "\" is misspelled: write exactly " + meant;
    }

    private static @Nullable String meant(CharSequence name) {
        if (name instanceof String exact && (exact.equals(LIST) || isOfMessage(exact))) {
            return null;
        }
        for (int i = 0; i < OF_MESSAGE.size(); i++) {
            if (isAlike(name, OF_MESSAGE.get(i))) {
                return OF_MESSAGE.get(i);
            }
        }
        return isAlike(name, LIST) ? LIST : null;
    }

    private static boolean isAlike(CharSequence name, String known) {
        int at = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '_' || c == '-' || Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                continue;
            } else if (at == known.length() || Character.toLowerCase(c) != Character.toLowerCase(known.charAt(at))) {
                return false;
            }
            at++;
        }
        return at == known.length();
    }
}
