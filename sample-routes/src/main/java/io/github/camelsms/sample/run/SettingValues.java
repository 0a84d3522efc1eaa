package io.github.camelsms.sample.run;

import java.nio.charset.Charset;
import java.text.ParseException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

import org.quartz.CronExpression;

import org.apache.camel.util.TimeUtils;

/**
 * Values of the application's settings. Errors name the property, its value and the remedy.
 */
public final class SettingValues {

    /** Durations that Camel reads without loss; it ignores the rest of other texts. */
    private static final Pattern DURATION
            = Pattern.compile(
                    "[0-9]{1,15}|(?:[0-9]{1,9}d)?(?:[0-9]{1,9}h)?(?:[0-9]{1,9}m(?:in)?)?(?:[0-9]{1,9}s(?:ec)?)?(?:[0-9]{1,9}ms)?");

    private final UnaryOperator<String> properties;

    /**
     * @param properties returns the value of a property without surrounding blanks, empty if it is not set
     */
    public SettingValues(UnaryOperator<String> properties) {
        this.properties = properties;
    }

    /**
     * Checks the settings of the routes and of the message store.
     *
     * @throws IllegalArgumentException if a value cannot be used
     */
    public void check() {
        List.of("sms.files.delay", "sms.files.unchangedFor", "sms.files.retryDelay", "sms.jms.consumers")
                .forEach(name -> checkAtLeast(1, name));
        checkAtLeast(0, "sms.jms.retrySeconds");
        checkCron("sms.status.cron");
        checkCharset("sms.files.charset");
        duration("sms.store.lease");
        duration("sms.deliveryTimeout");
    }

    int number(String name) {
        try {
            return Integer.parseInt(properties.apply(name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(written(name) + " is not a whole number", e);
        }
    }

    /**
     * Reads a duration above zero: <code>30s</code>, <code>1h30m</code>, <code>PT30S</code>, or milliseconds.
     */
    Duration duration(String name) {
        String text = properties.apply(name);
        try {
            if (DURATION.matcher(text).matches() || text.startsWith("P")) {
                Duration duration = text.startsWith("P") ? Duration.parse(text) : TimeUtils.toDuration(text);
                if (duration.compareTo(Duration.ZERO) > 0) {
                    return duration;
                }
            }
        } catch (DateTimeException | IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(notADuration(name), e);
        }
        throw new IllegalArgumentException(notADuration(name));
    }

    private String notADuration(String name) {
        return written(name) + " is not a duration above zero: write for example 30s, 1h30m or 500 (milliseconds)";
    }

    private void checkAtLeast(int minimum, String name) {
        if (number(name) < minimum) {
            throw new IllegalArgumentException(written(name) + " must be at least " + minimum);
        }
    }

    /** Checks a Quartz expression with + instead of blanks. */
    private void checkCron(String name) {
        try {
            CronExpression.validateExpression(properties.apply(name).replace('+', ' '));
        } catch (ParseException e) {
            throw new IllegalArgumentException(
                    written(name) + " is not a Quartz expression (" + e.getMessage()
                                               + "): write for example 0/5+*+*+*+*+?",
                    e);
        }
    }

    private void checkCharset(String name) {
        try {
            if (!properties.apply(name).equals("auto")) {
                Charset.forName(properties.apply(name));
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    written(name) + " is not a character set: write auto, UTF-8 or windows-1252", e);
        }
    }

    private String written(String name) {
        return name + "=" + properties.apply(name);
    }
}
