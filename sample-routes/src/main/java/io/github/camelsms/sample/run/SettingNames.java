package io.github.camelsms.sample.run;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.commons.text.similarity.LevenshteinDistance;

import org.apache.camel.util.IOHelper;
import org.apache.camel.util.StringHelper;

/**
 * Names of the application's settings, as properties and as environment variables. Another name with the same prefix is
 * misspelled and has no effect.
 */
public final class SettingNames {

    private static final String PREFIX = "sms.";
    private static final List<String> VARIABLE_PREFIXES = List.of("SMS_", "BROKER_", "STORE_");
    /** Short names that application.properties uses. */
    private static final List<String> SHORT_VARIABLES
            = List.of("SMS_USERNAME", "SMS_PASSWORD", "BROKER_USERNAME", "BROKER_PASSWORD", "STORE_USERNAME",
                    "STORE_PASSWORD");
    private static final int MIN_NEAR_CHANGES = 2;
    private static final int CHARACTERS_PER_CHANGE = 8;
    private static final int MAX_SHOWN = 3;
    private static final Pattern SERVICE_LINK = Pattern.compile(
            "(.+?)_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    private final Set<String> properties = new TreeSet<>();
    private final Set<String> variables = new TreeSet<>(SHORT_VARIABLES);
    private final Map<String, String> replacements = new HashMap<>();

    private SettingNames() {
    }

    /**
     * Returns the names in these properties files of the jar.
     *
     * @param files names without the extension
     */
    public static SettingNames in(String... files) {
        SettingNames names = new SettingNames();
        for (String file : files) {
            ResourceBundle.getBundle(file, Locale.ROOT).keySet().stream().filter(name -> name.startsWith(PREFIX))
                    .forEach(names::add);
        }
        return names;
    }

    /**
     * Adds a property that this application does not have, with the one that has its meaning.
     */
    public SettingNames replaced(String property, String replacement) {
        replacements.put(property, replacement);
        replacements.put(IOHelper.normalizeEnvironmentVariable(property), IOHelper.normalizeEnvironmentVariable(replacement));
        return this;
    }

    /** Camel reads both forms of a variable, such as RETRYDELAY and RETRY_DELAY. */
    private void add(String property) {
        properties.add(property);
        variables.add(IOHelper.normalizeEnvironmentVariable(property));
        variables.add(IOHelper.normalizeEnvironmentVariable(StringHelper.camelCaseToDash(property)));
    }

    /**
     * Checks the names of properties.
     *
     * @throws IllegalArgumentException if one has the application's prefix but is unknown; the message has the nearest
     *                                  names
     */
    public void checkProperties(Collection<String> names) {
        for (String name : names) {
            if (name.startsWith(PREFIX) && !properties.contains(name)) {
                throw new IllegalArgumentException(
                        name + " is not a property of this application: " + remedy(name, properties)
                                                   + " application.properties in the jar has them all");
            }
        }
    }

    /**
     * Checks the names of environment variables. Variables that a container platform derives from service names are
     * allowed.
     *
     * @throws IllegalArgumentException if one has a prefix of the application but is unknown; the message has the
     *                                  nearest names
     */
    public void checkVariables(Collection<String> names) {
        for (String name : names) {
            String upperCase = name.toUpperCase(Locale.ROOT);
            if (VARIABLE_PREFIXES.stream().anyMatch(upperCase::startsWith) && !variables.contains(name)
                    && !isServiceLink(name, names)) {
                throw new IllegalArgumentException(
                        "The environment variable " + name + " is not a setting of this application: "
                                                   + remedy(name, variables)
                                                   + " Correct or remove it");
            }
        }
    }

    /** Kubernetes sets SMS_SERVICE_HOST, SMS_PORT and others if there is a service of the name sms. */
    private static boolean isServiceLink(String variable, Collection<String> all) {
        Matcher link = SERVICE_LINK.matcher(variable);
        return link.matches() && all.contains(link.group(1) + "_SERVICE_HOST") && all.contains(link.group(1) + "_SERVICE_PORT");
    }

    private String remedy(String written, Collection<String> names) {
        String replacement = replacements.get(written);
        return replacement == null ? nearest(written, names) : "set " + replacement + " instead.";
    }

    /**
     * Returns a sentence for operators with the name that was probably meant, or with the nearest ones: those with the
     * fewest changed, missing or additional characters.
     *
     * @param names at least one
     */
    static String nearest(String written, Collection<String> names) {
        List<String> nearest = names.stream().sorted(Comparator.comparingInt(name -> changes(written, name)))
                .limit(MAX_SHOWN).toList();
        int near = Math.max(MIN_NEAR_CHANGES, written.length() / CHARACTERS_PER_CHANGE);
        return changes(written, nearest.get(0)) <= near
                ? "did you mean " + nearest.get(0) + "?" : "the nearest are " + String.join(", ", nearest) + ".";
    }

    private static int changes(String from, String to) {
        return LevenshteinDistance.getDefaultInstance().apply(from.toLowerCase(Locale.ROOT), to.toLowerCase(Locale.ROOT));
    }
}
