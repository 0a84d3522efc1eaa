package io.github.camelsms.sample.message;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

import io.github.camelsms.SmsConverter;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages from their fields by the rules of the component, with one exception: a date that is a text needs an
 * offset, because nothing says in which time zone a file or a queue message was written.
 */
public final class MessageFields {

    public static final String TEXT = "messageText";
    public static final String DESTINATION = "destination";
    public static final String CORRELATION_ID = "correlationId";
    public static final String SCHEDULED_DATE = "scheduledDate";

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]*");

    private MessageFields() {
    }

    /**
     * Returns the message that has the given fields.
     *
     * @param  fields                   texts and numbers by the interface's field names
     * @throws IllegalArgumentException if a field does not hold what it should; the message is for a person to read and
     *                                  does not quote the value, which may be the text of an SMS in the wrong column
     */
    public static SmsMessage message(Map<String, ? extends @Nullable Object> fields) {
        if (fields.get(SCHEDULED_DATE) instanceof String text && !NUMBER.matcher(text.strip()).matches()) {
            Map<String, @Nullable Object> dated = new HashMap<>(fields);
            dated.put(SCHEDULED_DATE, dateWithOffset(text.strip()));
            return SmsConverter.toSmsMessage(dated);
        }
        return SmsConverter.toSmsMessage(fields);
    }

    /**
     * Returns the point in time that a date field stands for, or null for null and a blank text.
     *
     * @throws IllegalArgumentException if it is neither epoch seconds nor ISO-8601 with an offset
     */
    public static @Nullable Instant date(@Nullable Object value) {
        return value == null ? null : message(Map.of(SCHEDULED_DATE, value)).scheduledDate();
    }

    private static OffsetDateTime dateWithOffset(String text) {
        try {
            return OffsetDateTime.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "scheduledDate is not a date: write epoch seconds or 2026-03-31T14:30:00-03:00", e);
        }
    }
}
