package io.github.camelsms.body;

import java.time.Instant;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.text.NumberRules;
import io.github.camelsms.text.TextRules;
import org.jspecify.annotations.Nullable;

/**
 * Validation of a message before it is sent (interface, "Message to send"). An invalid message is rejected without
 * affecting others. The reason contains no text or phone number.
 */
public final class MessageRules {

    /** Maximum number of characters of a correlation id. */
    public static final int MAX_CORRELATION_ID_LENGTH = 50;
    /** 9999-12-31T23:59:59Z. Larger numbers are probably milliseconds. */
    private static final long LATEST_SECOND = 253_402_300_799L;

    private static final String MISSING_TEXT = "messageText is missing: give 1 to 160 characters";

    private MessageRules() {
    }

    /**
     * Returns the message with its text as it is sent and its destination reduced to digits, or its rejection.
     *
     * @param given   message as it was read
     * @param texts   rules for texts
     * @param numbers rules for destinations
     */
    public static CheckedMessage check(SmsMessage given, TextRules texts, NumberRules numbers) {
        String complaint = textComplaint(given.messageText());
        SmsMessage message = complaint == null ? texts.applied(given) : given;
        if (complaint == null) {
            complaint = lengthComplaint(message.messageText(), texts);
        }
        if (complaint == null) {
            complaint = correlationIdComplaint(message.correlationId());
        }
        if (complaint == null) {
            complaint = dateComplaint(message.scheduledDate());
        }
        if (complaint == null) {
            complaint = priorityComplaint(message.priority());
        }
        if (complaint != null) {
            return rejected(null, complaint, message);
        }
        NumberRules.Reading destination = numbers.read(message.destination());
        if (destination.complaint() != null) {
            return rejected(
                    SmsSendResult.CODE_REJECTED, SmsSendResult.INVALID_NUMBER_FORMAT + ": " + destination.complaint(),
                    message);
        }
        return new CheckedMessage.Valid(
                destination.digits().equals(message.destination())
                        ? message
                        : message.withDestination(destination.digits()));
    }

    /**
     * Returns a rejection. Equal reasons are one text, because a wrong export can have a million lines with one error.
     */
    static CheckedMessage rejected(@Nullable Integer code, String reason, SmsMessage message) {
        return new CheckedMessage.Rejected(
                SmsSendResult.rejected(code, reason.intern(), message.correlationId()).about(message));
    }

    private static @Nullable String textComplaint(@Nullable String text) {
        return text == null ? MISSING_TEXT : TextRules.characterComplaint(text);
    }

    private static @Nullable String lengthComplaint(@Nullable String text, TextRules texts) {
        return text == null || text.isEmpty() ? MISSING_TEXT : texts.complaint(text);
    }

    private static @Nullable String correlationIdComplaint(@Nullable String id) {
        if (id == null) {
            return null;
        }
        if (id.isEmpty() || id.length() > MAX_CORRELATION_ID_LENGTH) {
            return "correlationId has " + id.length() + " characters: 1 to 50 are allowed";
        }
        if (id.isBlank()) {
            return "correlationId is blank, as if the message had none: give visible characters";
        }
        return isPrintable(id)
                ? null
                : "correlationId contains a character that cannot be printed: control, format, line separator, private or unassigned";
    }

    private static boolean isPrintable(String id) {
        int c;
        for (int i = 0; i < id.length(); i += Character.charCount(c)) {
            c = id.codePointAt(i);
            boolean plain = c >= ' ' && c <= '~';
            if (!plain && isHidden(c)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether a character can break a line, reorder or hide its neighbors, or has no standard meaning.
     */
    private static boolean isHidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
                true;
            default -> false;
        };
    }

    private static @Nullable String dateComplaint(@Nullable Instant date) {
        if (date == null || date.getEpochSecond() > 0 && date.getEpochSecond() <= LATEST_SECOND) {
            return null;
        }
        return "scheduledDate is out of range: give seconds since 1970, not milliseconds";
    }

    private static @Nullable String priorityComplaint(@Nullable Integer priority) {
        return priority == null || isPriority(priority)
                ? null : "priority is " + priority + ": give 0 (lowest) to 9 (highest)";
    }

    static boolean isPriority(int value) {
        return value >= SmsMessage.LOWEST_PRIORITY && value <= SmsMessage.HIGHEST_PRIORITY;
    }
}
