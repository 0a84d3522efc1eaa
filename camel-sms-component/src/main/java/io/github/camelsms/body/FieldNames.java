package io.github.camelsms.body;

import java.util.List;
import java.util.Map;

import io.github.camelsms.model.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * Names of a message's fields (interface, "Message to send"). Names are compared exactly. A name that differs only in
 * case, blanks, hyphens or underscores is rejected as misspelled, so that no message loses its id or date. Other names
 * are ignored.
 */
final class FieldNames {

    static final String TEXT = "messageText";
    static final String DESTINATION = "destination";
    static final String CORRELATION_ID = "correlationId";
    static final String SCHEDULED_DATE = "scheduledDate";
    /** Field with the list of messages in a request. */
    static final String LIST = "sms";
    /** Fields of a message. */
    static final List<String> OF_MESSAGE = List.of(TEXT, DESTINATION, CORRELATION_ID, SCHEDULED_DATE);

    private static final int MAX_SHOWN = 50;

    private FieldNames() {
    }

    /** Returns whether a name is a field of a message. */
    static boolean isOfMessage(String name) {
        return OF_MESSAGE.contains(name);
    }

    /** Returns an error for a misspelled name, with the correct name, or null. */
    static @Nullable String complaint(CharSequence name) {
        String intended = intended(name);
        return intended == null ? null : complaint(name, intended);
    }

    /** Returns the error for the first misspelled name of a map, or null. */
    static @Nullable String complaint(Map<?, ?> map) {
        if (map.size() == count(map)) {
            return null;
        }
        for (Object key : map.keySet()) {
            String intended = key instanceof CharSequence name ? intended(name) : null;
            // A case-insensitive map also has the value under the correct name.
            if (intended != null && !(map.containsKey(intended) && map.get(intended) == map.get(key))) {
                return complaint((CharSequence) key, intended);
            }
        }
        return null;
    }

    /** Returns the value of a name, or null if the map's keys cannot be compared with text. */
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

    private static String complaint(CharSequence name, String intended) {
        return "the field \"" + OneLine.of(name.toString(), MAX_SHOWN) + "\" is misspelled: write exactly " + intended;
    }

    private static @Nullable String intended(CharSequence name) {
        if (name instanceof String exact && (exact.equals(LIST) || isOfMessage(exact))) {
            return null;
        }
        for (int i = 0; i < OF_MESSAGE.size(); i++) {
            if (isSimilar(name, OF_MESSAGE.get(i))) {
                return OF_MESSAGE.get(i);
            }
        }
        return isSimilar(name, LIST) ? LIST : null;
    }

    private static boolean isSimilar(CharSequence name, String known) {
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
