package io.github.camelsms.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import org.apache.hc.client5.http.utils.DateUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the Retry-After header (RFC 9110, section 10.2.3), which has seconds, or a date relative to the Date
 * header, or without it to the time at which the response was received.
 */
final class RetryAfter {

    /** Limits the effect of a wrong date or clock. */
    static final Duration MAX_WAIT = Duration.ofDays(1);

    private static final Pattern SECONDS = Pattern.compile("\\d+");

    private RetryAfter() {
    }

    /**
     * Returns the longest delay of several headers, zero to {@link #MAX_WAIT}, or null if none can be read.
     *
     * @param values values of the Retry-After headers
     * @param date   value of the response's Date header, or null
     * @param clock  the clock of this system
     */
    static @Nullable Duration longest(List<String> values, @Nullable String date, InstantSource clock) {
        return values.stream().map(value -> read(value.trim(), date, clock)).filter(Objects::nonNull)
                .max(Comparator.naturalOrder()).orElse(null);
    }

    private static @Nullable Duration read(String value, @Nullable String date, InstantSource clock) {
        if (SECONDS.matcher(value).matches()) {
            return seconds(value);
        }
        Instant until = DateUtils.parseStandardDate(value);
        if (until == null) {
            return null;
        }
        Instant sent = date == null ? null : DateUtils.parseStandardDate(date);
        return limited(Duration.between(sent == null ? clock.instant() : sent, until));
    }

    private static Duration seconds(String digits) {
        try {
            return limited(Duration.ofSeconds(Long.parseLong(digits)));
        } catch (NumberFormatException e) {
            // The number has too many digits.
            return MAX_WAIT;
        }
    }

    private static Duration limited(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait;
    }
}
