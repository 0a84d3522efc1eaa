package io.github.camelsms.sample.run;

import java.nio.charset.Charset;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.quartz.CronExpression;

import org.apache.camel.util.IOHelper;
import org.apache.camel.util.StringHelper;

/**
 * Checks of the application's settings before the start. A misspelled name has no effect in Camel, and some invalid
 * values only fail when a message arrives.
 */
public final class Settings {

    private static final Pattern OWN_NAME = Pattern.compile("sms[._].*", Pattern.CASE_INSENSITIVE);
    /** Kubernetes sets SMS_SERVICE_HOST, SMS_PORT and others if there is a service of the name sms. */
    private static final Pattern SERVICE_LINK = Pattern.compile("(.+?)_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_.+)?)");

    private static final String NUMBER = "[0-9]{1,9}";
    private static final String ABOVE_ZERO = "[1-9][0-9]{0,8}";
    private static final List<Rule> RULES = List.of(
            new Rule("sms.routes", value -> value.matches("(java|yaml)?"), "java or yaml"),
            new Rule("sms.store.lease", Settings::isDuration, "a duration such as 45s or 1m"),
            new Rule("sms.deliveryTimeout", Settings::isDuration, "a duration such as 30m or 24h"),
            new Rule("sms.files.charset", Settings::isCharset, "auto, UTF-8, windows-1252 or another character set"),
            new Rule("sms.files.delay", value -> value.matches(ABOVE_ZERO), "a number of milliseconds"),
            new Rule("sms.files.unchangedFor", value -> value.matches(ABOVE_ZERO), "a number of milliseconds"),
            new Rule("sms.files.retryDelay", value -> value.matches(ABOVE_ZERO), "a number of milliseconds"),
            new Rule("sms.jms.consumers", value -> value.matches(ABOVE_ZERO), "a number, at least 1"),
            new Rule("sms.jms.retrySeconds", value -> value.matches(NUMBER), "a number of seconds"),
            new Rule("sms.status.cron", Settings::isCron, "a Quartz expression with + for spaces, such as 0/5+*+*+*+*+?"),
            new Rule("sms.http.port", Settings::isPort, "0 to 65535, or empty"));

    /** @param form description of valid values, for operators */
    private record Rule(String name, Predicate<String> isValid, String form) {
    }

    private Settings() {
    }

    /**
     * Returns the properties in these files of the jar and their environment variables, including the short ones.
     *
     * @param files names without the extension
     */
    public static Set<String> names(String... files) {
        Set<String> names = new TreeSet<>(List.of("SMS_USERNAME", "SMS_PASSWORD"));
        for (String file : files) {
            for (String property : ResourceBundle.getBundle(file, Locale.ROOT).keySet()) {
                names.add(property);
                // Camel reads both forms of a variable, such as RETRYDELAY and RETRY_DELAY.
                names.add(IOHelper.normalizeEnvironmentVariable(property));
                names.add(IOHelper.normalizeEnvironmentVariable(StringHelper.camelCaseToDash(property)));
            }
        }
        return names;
    }

    /**
     * Checks names of properties or of environment variables. Names with other prefixes, and variables that a container
     * platform derives from service names, are ignored.
     *
     * @throws IllegalArgumentException if one is unknown; the message names it
     */
    public static void checkNames(Set<String> known, Collection<String> names) {
        for (String name : names) {
            if (OWN_NAME.matcher(name).matches() && !known.contains(name) && !isServiceLink(name, names)) {
                throw new IllegalArgumentException(
                        name + " is not a setting of this application: correct it, application.properties in the jar has all"
                                                   + " of them, or remove it");
            }
        }
    }

    private static boolean isServiceLink(String variable, Collection<String> all) {
        Matcher link = SERVICE_LINK.matcher(variable);
        return link.matches() && all.contains(link.group(1) + "_SERVICE_HOST") && all.contains(link.group(1) + "_SERVICE_PORT");
    }

    /**
     * Checks the values.
     *
     * @param  properties               returns the value of a property without surrounding blanks, empty if it is not
     *                                  set
     * @throws IllegalArgumentException if a value is invalid; the message names the property, the value and the remedy
     */
    public static void checkValues(UnaryOperator<String> properties) {
        for (Rule rule : RULES) {
            String value = properties.apply(rule.name);
            if (!rule.isValid.test(value)) {
                throw new IllegalArgumentException(rule.name + "=" + value + " is invalid: set it to " + rule.form);
            }
        }
    }

    private static boolean isDuration(String value) {
        return value.matches(ABOVE_ZERO + "(ms|s|m|h|d)?");
    }

    private static boolean isCharset(String value) {
        return value.equals("auto") || value.matches("[a-zA-Z0-9][\\w.:+-]*") && Charset.isSupported(value);
    }

    private static boolean isCron(String value) {
        return CronExpression.isValidExpression(value.replace('+', ' '));
    }

    private static boolean isPort(String value) {
        return value.isEmpty() || value.matches(NUMBER) && Integer.parseInt(value) <= 65535;
    }
}
