package io.github.camelsms.sample.run;

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

import org.apache.camel.CamelContext;
import org.apache.camel.util.IOHelper;
import org.apache.camel.util.StringHelper;

/**
 * The application's settings in a Camel context, and checks of them before the start: a misspelled name has no effect
 * in Camel, and some invalid values only fail when a message arrives.
 */
public final class Settings {

    private static final Pattern OWN_NAME = Pattern.compile("sms[._].*", Pattern.CASE_INSENSITIVE);
    /** Kubernetes sets SMS_SERVICE_HOST, SMS_PORT and others if there is a service of the name sms. */
    private static final Pattern SERVICE_LINK = Pattern.compile("(.+?)_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_.+)?)");

    private static final String NOT_EMPTY = ".+";
    private static final String ABOVE_ZERO = "[1-9][0-9]{0,8}";
    private static final List<Rule> RULES = List.of(
            rule(
                    "a directory", NOT_EMPTY, "sms.work.dir", "sms.files.inbox",
                    "sms.files.failed", "sms.files.results"),
            rule("the path of a file", NOT_EMPTY, "sms.store.file"),
            rule("the name of a queue", NOT_EMPTY, "sms.jms.outbox", "sms.jms.results", "sms.jms.statuses"),
            rule(
                    "a duration such as 45s or 30m", ABOVE_ZERO + "(ms|s|m|h|d)?", "sms.store.lease", "sms.timeToLive"),
            rule("a number of milliseconds", ABOVE_ZERO, "sms.pause"),
            rule("a number, at least 1", ABOVE_ZERO, "sms.jms.consumers"),
            new Rule(
                    "a Quartz expression with + for spaces, such as 0/5+*+*+*+*+?",
                    value -> CronExpression.isValidExpression(value.replace('+', ' ')), List.of("sms.status.cron")),
            new Rule(
                    "0 to 65535, or empty",
                    value -> value.isEmpty() || value.matches("[0-9]{1,5}") && Integer.parseInt(value) <= 65535,
                    List.of("sms.http.port")));

    private final CamelContext context;

    /** @param form description of valid values, for operators */
    private record Rule(String form, Predicate<String> isValid, List<String> names) {
    }

    Settings(CamelContext context) {
        this.context = context;
    }

    /**
     * Checks the names and values of properties and environment variables.
     *
     * @throws IllegalArgumentException if one has no effect, is missing or invalid; the message names it
     */
    void check() {
        Set<String> known = names("application");
        Set<String> variables = System.getenv().keySet();
        checkNames(known, System.getProperties().stringPropertyNames());
        checkNames(known, context.getPropertiesComponent().loadProperties().stringPropertyNames());
        checkNames(known, variables);
        variables.stream().filter(name -> name.matches("CAMEL_COMPONENT_(SMS|JMS)_.*")).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(
                    "The environment variable " + name + " has no effect, because Camel Main does not read it: set the"
                                               + " property with java -D or in the file of --config");
        });
        checkValues(this::text);
        for (String name : List.of("sms.service.url", "sms.service.username", "sms.service.password", "sms.broker.url")) {
            if (text(name).isEmpty()) {
                throw new IllegalArgumentException(
                        name + " is not set: set it, or the environment variable " + IOHelper.normalizeEnvironmentVariable(name)
                                                   + ", to that of your account at the SMS service, or of your broker");
            }
        }
    }

    /** Returns the value without surrounding blanks; empty if it is not set. */
    String text(String name) {
        return context.resolvePropertyPlaceholders("{{" + name + ":}}").trim();
    }

    /** Sets a property, which takes precedence over all others but those of the JVM and the environment. */
    void override(String name, String value) {
        context.getPropertiesComponent().addOverrideProperty(name, value);
    }

    /** Returns the properties in these files of the jar, given without extension, and their environment variables. */
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
     * Checks the values, which the function returns without surrounding blanks, and empty if they are not set.
     *
     * @throws IllegalArgumentException if a value is invalid; the message names the property, the value and the remedy
     */
    public static void checkValues(UnaryOperator<String> properties) {
        for (Rule rule : RULES) {
            for (String name : rule.names) {
                String value = properties.apply(name);
                if (!rule.isValid.test(value)) {
                    throw new IllegalArgumentException(name + "=" + value + " is invalid: set it to " + rule.form);
                }
            }
        }
    }

    private static Rule rule(String form, String pattern, String... names) {
        return new Rule(form, value -> value.matches(pattern), List.of(names));
    }
}
