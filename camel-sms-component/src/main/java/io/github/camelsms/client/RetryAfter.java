package io.github.camelsms.client;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Reads the Retry-After header (RFC 9110, section 10.2.3): seconds, or a date that counts from the answer's own Date.
 */
final class RetryAfter {

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private RetryAfter() {
    }

    /**
     * How long to wait, never negative; null if the header is missing or cannot be read.
     *
     * @param value value of the Retry-After header, or null
     * @param date  value of the answer's Date header, or null; without it a date in the other header has no meaning
     */
    static @Nullable Duration read(@Nullable String value, @Nullable String date) {
        if (value == null) {
            return null;
        }
        String trimmed = value.trim();
        if (SECONDS.matcher(trimmed).matches()) {
            return Duration.ofSeconds(Long.parseLong(trimmed));
        }
        Instant until = instant(trimmed);
        Instant now = date == null ? null : instant(date.trim());
        if (until == null || now == null) {
            return null;
        }
        Duration wait = Duration.between(now, until);
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private static @Nullable Instant instant(String httpDate) {
        try {
            return DateTimeFormatter.RFC_1123_DATE_TIME.parse(httpDate, Instant::from);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
