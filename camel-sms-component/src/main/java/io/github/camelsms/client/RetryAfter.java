package io.github.camelsms.client;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Reader of the Retry-After header (RFC 9110, section 10.2.3), which has seconds, or a date relative to the Date
 * header.
 */
final class RetryAfter {

    /** Limits the effect of a wrong date. */
    static final Duration MAX_WAIT = Duration.ofDays(1);

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private RetryAfter() {
    }

    /**
     * Returns the longest delay of several headers, zero to {@link #MAX_WAIT}, or null if none can be read.
     *
     * @param values values of the Retry-After headers
     * @param date   value of the response's Date header, or null
     */
    static @Nullable Duration longest(List<String> values, @Nullable String date) {
        Duration longest = null;
        for (String value : values) {
            Duration wait = read(value, date);
            longest = wait == null || longest != null && longest.compareTo(wait) >= 0 ? longest : wait;
        }
        return longest;
    }

    /**
     * Returns how long to wait, zero to {@link #MAX_WAIT}, or null if the header is missing or cannot be read.
     *
     * @param value value of the Retry-After header, or null
     * @param date  value of the response's Date header, or null; without it, a date in Retry-After is ignored
     */
    static @Nullable Duration read(@Nullable String value, @Nullable String date) {
        if (value == null) {
            return null;
        }
        String trimmed = value.trim();
        if (SECONDS.matcher(trimmed).matches()) {
            return limited(Duration.ofSeconds(Long.parseLong(trimmed)));
        }
        Instant until = instant(trimmed);
        Instant now = date == null ? null : instant(date.trim());
        if (until == null || now == null) {
            return null;
        }
        return limited(Duration.between(now, until));
    }

    private static Duration limited(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait;
    }

    private static @Nullable Instant instant(String httpDate) {
        try {
            return DateTimeFormatter.RFC_1123_DATE_TIME.parse(httpDate, Instant::from);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
