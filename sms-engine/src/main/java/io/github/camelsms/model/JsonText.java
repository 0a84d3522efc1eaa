package io.github.camelsms.model;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Reading of dates and durations in JSON.
 */
final class JsonText {

    private JsonText() {
    }

    /** Returns the time of an ISO-8601 text with offset, or of epoch seconds, as in the interface. */
    static @Nullable Instant instant(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        boolean isNumber = text.chars().allMatch(character -> character >= '0' && character <= '9');
        return isNumber ? Instant.ofEpochSecond(Long.parseLong(text)) : Instant.parse(text);
    }

    /** Returns the duration of an ISO-8601 text. */
    static @Nullable Duration duration(@Nullable String text) {
        return text == null || text.isBlank() ? null : Duration.parse(text);
    }
}
