package io.github.camelsms.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import org.apache.hc.client5.http.utils.DateUtils;
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
        return values.stream().map(value -> read(value.trim(), date)).filter(Objects::nonNull).max(Comparator.naturalOrder())
                .orElse(null);
    }

    /** A date is ignored if the response has no Date header. */
    private static @Nullable Duration read(String value, @Nullable String date) {
        if (SECONDS.matcher(value).matches()) {
            return limited(Duration.ofSeconds(Long.parseLong(value)));
        }
        Instant until = DateUtils.parseStandardDate(value);
        Instant now = date == null ? null : DateUtils.parseStandardDate(date);
        return until == null || now == null ? null : limited(Duration.between(now, until));
    }

    private static Duration limited(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait;
    }
}
