package io.github.camelsms.sample.message;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

import org.jspecify.annotations.Nullable;

/**
 * Reads the scheduled date of a message: epoch seconds, or ISO-8601 with an offset.
 */
public final class ScheduledDates {

    private ScheduledDates() {
    }

    /**
     * The instant that the text names, or null for a null or blank text.
     *
     * @throws IllegalArgumentException for anything else; the message is for a person to read and does not quote the
     *                                  text, which may be that of an SMS in the wrong column
     */
    public static @Nullable Instant parse(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String trimmed = text.trim();
        try {
            if (trimmed.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return Instant.ofEpochSecond(Long.parseLong(trimmed));
            }
            return OffsetDateTime.parse(trimmed).toInstant();
        } catch (DateTimeException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "scheduledDate is not a date: write epoch seconds or 2026-03-31T14:30:00-03:00", e);
        }
    }
}
