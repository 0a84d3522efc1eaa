package io.github.camelsms.springboot;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.IgnoreErrorsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Check for unknown properties below <code>camel.component.sms</code>. Spring Boot's own check, with
 * <code>ignoreUnknownFields=false</code>, would show the value of a misspelled password, and reject a property whose
 * value is empty.
 */
final class UnknownProperties {

    /** Begins the message about unknown properties. */
    static final String UNKNOWN = "Not a property of the sms component: ";

    private static final ConfigurationPropertyName PREFIX
            = ConfigurationPropertyName.of(SmsComponentConfiguration.PREFIX);

    private UnknownProperties() {
    }

    /**
     * Rejects unknown properties. Values are never shown, because the property may be a misspelled password.
     * Environment variables are not checked, because container platforms derive some from the names of services, nor
     * are property sources that cannot list their names.
     *
     * @throws IllegalStateException if there is an unknown property
     */
    static void check(ConfigurableEnvironment environment) {
        Set<ConfigurationPropertyName> known = known(environment);
        String unknown = StreamSupport.stream(ConfigurationPropertySources.get(environment).spliterator(), false)
                .flatMap(source -> unknown(source, known)).distinct().collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            throw new IllegalStateException(UNKNOWN + unknown);
        }
    }

    /** Returns the names that Spring Boot reads to bind the properties that are set. */
    private static Set<ConfigurationPropertyName> known(ConfigurableEnvironment environment) {
        Set<ConfigurationPropertyName> names = new HashSet<>();
        // Values are converted, and errors reported, when the properties are bound.
        BindHandler reader = new AbstractBindHandler(new IgnoreErrorsBindHandler()) {
            @Override
            public <T> @Nullable Bindable<T> onStart(
                    ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
                names.add(name);
                return super.onStart(name, target, context);
            }
        };
        Binder.get(environment).bind(PREFIX, Bindable.of(SmsComponentConfiguration.class), reader);
        return names;
    }

    private static Stream<String> unknown(ConfigurationPropertySource source, Set<ConfigurationPropertyName> known) {
        if (source instanceof IterableConfigurationPropertySource iterable
                && !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)) {
            List<ConfigurationPropertyName> names
                    = iterable.stream().filter(name -> PREFIX.isAncestorOf(name) && !known.contains(name)).toList();
            return names.stream().map(name -> name + " (" + Origin.from(source.getConfigurationProperty(name)) + ")");
        }
        return Stream.empty();
    }
}
