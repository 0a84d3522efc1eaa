package io.github.camelsms.sample.files;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.sample.message.MessageFields;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a CSV file by its header: those of messages in any order, others between them.
 */
final class CsvColumns {

    private static final Pattern NUMBER = Pattern.compile("[\\s\"+()0-9.-]{10,}");
    private static final String TEXT = "messagetext";
    private static final String DESTINATION = "destination";
    private static final String CORRELATION_ID = "correlationid";
    private static final String SCHEDULED_DATE = "scheduleddate";

    private final List<String> names;

    private CsvColumns(List<String> names) {
        this.names = names;
    }

    /**
     * The columns that a header names, without regard to case, blanks, hyphens and underscores; null if there is none
     * for the destination or the text.
     *
     * @throws UnreadableFileException if it names one twice
     */
    static @Nullable CsvColumns of(List<String> header) throws UnreadableFileException {
        List<String> names = new ArrayList<>();
        for (String name : header) {
            names.add(name.replaceAll("[\\s\\h_-]", "").toLowerCase(Locale.ROOT));
        }
        if (!names.contains(TEXT) || !names.contains(DESTINATION)) {
            return null;
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            boolean ours = Set.of(TEXT, DESTINATION, CORRELATION_ID, SCHEDULED_DATE).contains(name);
            if (ours && !seen.add(name)) {
                throw new UnreadableFileException("the first line names the column " + name + " twice");
            }
        }
        return new CsvColumns(names);
    }

    int count() {
        return names.size();
    }

    /**
     * The message of a line with as many fields as there are columns.
     *
     * @throws IllegalArgumentException if a field does not hold what it should
     */
    SmsMessage message(List<String> fields) {
        Instant date = MessageFields.date(optional(fields, SCHEDULED_DATE));
        return new SmsMessage(
                fields.get(names.indexOf(TEXT)), fields.get(names.indexOf(DESTINATION)).strip(),
                optional(fields, CORRELATION_ID), date);
    }

    /**
     * Whether the beginning of a line has a phone number where a message has it.
     */
    boolean beginsMessage(List<String> fields) {
        int index = names.indexOf(DESTINATION);
        return fields.size() > 1 && index < fields.size() && NUMBER.matcher(fields.get(index)).matches();
    }

    private @Nullable String optional(List<String> fields, String column) {
        int index = names.indexOf(column);
        if (index < 0) {
            return null;
        }
        String value = fields.get(index).strip();
        return value.isEmpty() ? null : value;
    }
}
