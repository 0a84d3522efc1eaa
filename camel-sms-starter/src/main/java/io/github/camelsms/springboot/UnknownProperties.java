package io.github.camelsms.springboot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Check for unknown properties below <code>camel.component.sms</code>, which Spring Boot ignores. Property sources that
 * cannot list their names are not checked.
 */
final class UnknownProperties {

    private static final Logger LOG = LoggerFactory.getLogger(UnknownProperties.class);

    private static final String PREFIX = SmsComponentConfiguration.PREFIX + ".";
    private static final int PREFIX_ELEMENTS = 3;
    private static final String VARIABLE_PREFIX = PREFIX.toUpperCase(Locale.ROOT).replace('.', '_');

    private final BindableProperties known = new BindableProperties(SmsComponentConfiguration.class);
    private final List<String> properties = new ArrayList<>();
    private final List<String> variables = new ArrayList<>();

    private UnknownProperties() {
    }

    /**
     * Logs a warning for unknown environment variables, which may have another purpose (container platforms derive some
     * from the names of services), and rejects all other unknown properties. Values are never shown, because the
     * property may be a misspelled password.
     *
     * @throws UnknownPropertyException if there is an unknown property
     */
    static void check(ConfigurableEnvironment environment) {
        UnknownProperties unknown = new UnknownProperties();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> enumerable) {
                unknown.checkSource(enumerable);
            }
        }
        unknown.variables.forEach(LOG::warn);
        if (!unknown.properties.isEmpty()) {
            throw new UnknownPropertyException(unknown.properties);
        }
    }

    private void checkSource(EnumerablePropertySource<?> source) {
        boolean isEnvironment = source instanceof SystemEnvironmentPropertySource;
        for (String key : source.getPropertyNames()) {
            if (key.toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
                property(key, source);
            } else if (isEnvironment && key.toUpperCase(Locale.ROOT).startsWith(VARIABLE_PREFIX)) {
                variable(key);
            }
        }
    }

    private void property(String key, PropertySource<?> source) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(key, '.');
        List<String> path = IntStream.range(PREFIX_ELEMENTS, name.getNumberOfElements())
                .mapToObj(i -> name.getElement(i, Form.UNIFORM)).toList();
        BindableProperties.Miss miss = path.isEmpty() ? null : known.look(path);
        if (miss != null) {
            String parent = PREFIX + miss.parent();
            String nearest = NearestName.of(miss.name(), miss.names())
                    .map(near -> "did you mean " + parent + near + "?")
                    .orElseGet(() -> "below " + parent + " there are: " + String.join(", ", miss.names()));
            properties.add(key + origin(source, key) + " is not a property of the sms component; " + nearest);
        }
    }

    private void variable(String key) {
        String letters = BindableProperties.letters(key.substring(VARIABLE_PREFIX.length()));
        if (!known.hasVariable(letters)) {
            Optional<String> nearest = NearestName.of(letters, known.names())
                    .map(near -> VARIABLE_PREFIX + BindableProperties.letters(near).toUpperCase(Locale.ROOT));
            variables.add(
                    "Environment variable " + key + " is not a property of the sms component and is ignored"
                          + nearest.map(near -> "; did you mean " + near + "?").orElse(""));
        }
    }

    private static String origin(PropertySource<?> source, String key) {
        Origin origin = OriginLookup.getOrigin(source, key);
        return " (" + (origin == null ? source.getName() : origin.toString()) + ")";
    }
}
