package io.github.camelsms;

import java.util.Collections;
import java.util.Map;

import io.github.camelsms.model.SmsOrigin;
import org.jspecify.annotations.Nullable;

/**
 * Row of a file with messages, as a body or an element of a body of <code>sms:send</code>. A row that cannot be read is
 * REJECTED with its problem, so that each row has a result, in the order of the file.
 *
 * @param fields  values by the interface's field names (interface, "Message to send"); if there is a problem, those
 *                that could be read. Cannot be modified
 * @param origin  file and line
 * @param problem why the row is not a message, for operators, without its text and number; null if it is one
 */
public record SmsRow(Map<String, Object> fields, SmsOrigin origin, @Nullable String problem) {

    public SmsRow {
        fields = Collections.unmodifiableMap(fields);
    }

    /** Shows the names of the fields, not their values. */
    @Override
    public String toString() {
        return "SmsRow[fields=" + fields.keySet() + ", origin=" + origin + ", problem=" + problem + "]";
    }
}
