package io.github.camelsms.file;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Texts that databases, spreadsheets and programs write where a value is missing. As correlation ids, they would make
 * the messages to different persons one message.
 */
final class MissingValues {

    private static final String DATE = "scheduledDate";
    private static final List<String> FIELDS = List.of("destination", "messageText", SmsFile.CORRELATION_ID, DATE);
    /** Markers, in lower case. */
    private static final Set<String> MARKERS = Set.of("\\n", "null", "(null)", "<null>", "[null]", "nil", "none", "nan", "nat",
            "na", "<na>", "n/a", "n/d", "undefined", "(blank)", "(vazio)", "-", "--", "---", "\u2013", "\u2014", ".");
    /** Formulas without a result, in English, Portuguese, Spanish and German, and numbers wider than their column. */
    private static final Pattern ERROR = Pattern.compile(
            "#(N/A|N/D|NV|[\u00A1\u00BF]?(NULL|NULO|REF|BEZUG|VALUE|VALOR|WERT|DIV/0|NAME|NOME|NOMBRE|NUM|N\u00DAM|ZAHL|ERROR"
                                                         + "|ERRO|SPILL|DESPEJAR|CALC)[!?]|#{2,})|(Err|Erro):[0-9]{3}",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    private static final int MAX_LENGTH = 50;

    private MissingValues() {
    }

    /**
     * Removes markers.
     *
     * @return the error for a marker in a field that is not optional, or null. A date whose formula has failed is not
     *         optional: without it, the message would be sent immediately
     */
    static @Nullable String removeFrom(Map<String, Object> fields) {
        String problem = null;
        for (String name : FIELDS) {
            if (!(fields.get(name) instanceof String text) || text.length() > MAX_LENGTH) {
                continue;
            }
            String value = text.strip();
            boolean isError = ERROR.matcher(value).matches();
            if (isError || MARKERS.contains(value.toLowerCase(Locale.ROOT))) {
                if (problem == null && !name.equals(SmsFile.CORRELATION_ID) && (isError || !name.equals(DATE))) {
                    problem = "its " + name + " is " + value
                              + ", which stands for a missing value: enter the value, or remove the line";
                }
                fields.remove(name);
            }
        }
        return problem;
    }
}
