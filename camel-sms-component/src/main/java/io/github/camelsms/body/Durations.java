package io.github.camelsms.body;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Pattern;

import org.apache.camel.util.TimeUtils;

/**
 * Reader of durations in options and headers: Camel's format (<code>30s</code>), ISO-8601 (<code>PT30S</code>), or
 * digits for milliseconds.
 */
public final class Durations {

    /**
     * Durations that Camel reads without loss, such as <code>30s</code>, <code>1h30m</code> and <code>500</code>. It
     * takes other texts for zero.
     */
    private static final Pattern CAMEL = Pattern.compile(
            "-?[0-9]{1,18}|(?:[0-9]{1,9}d)?(?:[0-9]{1,9}h)?(?:[0-9]{1,9}m(?:in)?)?(?:[0-9]{1,9}s(?:ec)?)?(?:[0-9]{1,9}ms)?");

    private Durations() {
    }

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException if the text is not a duration in one of the formats
     */
    public static Duration parse(String text) {
        String duration = text.strip();
        try {
            if (duration.startsWith("P") || duration.startsWith("p") || duration.startsWith("-P")) {
                return Duration.parse(duration);
            } else if (!duration.isEmpty() && CAMEL.matcher(duration).matches()) {
                return TimeUtils.toDuration(duration);
            }
        } catch (DateTimeException | StringIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("not a duration", e);
        }
        throw new IllegalArgumentException("not a duration");
    }
}
