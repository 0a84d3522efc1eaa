package io.github.camelsms.springboot;

import java.util.Collection;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.support.PropertySourcesPlaceholderConfigurer;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySources;
import org.springframework.util.PlaceholderResolutionException;
import org.springframework.util.PropertyPlaceholderHelper;
import org.springframework.util.SystemPropertyUtils;

/**
 * Check at startup for placeholders below <code>camel.component.sms</code> that cannot be resolved, such as
 * <code>${SMS_PASSWORD}</code> without this environment variable. Spring Boot would bind their text, and the service
 * would reject it as a wrong password.
 * <p>
 * The check precedes the start of Camel. It does not run in AOT processing and training runs, which have no
 * credentials.
 */
final class UnresolvedPlaceholders implements ApplicationListener<ContextRefreshedEvent>, Ordered {

    private static final PropertyPlaceholderHelper STRICT = new PropertyPlaceholderHelper(
            SystemPropertyUtils.PLACEHOLDER_PREFIX, SystemPropertyUtils.PLACEHOLDER_SUFFIX,
            SystemPropertyUtils.VALUE_SEPARATOR, SystemPropertyUtils.ESCAPE_CHARACTER, false);

    private final ApplicationContext context;
    private final ConfigurableEnvironment environment;

    UnresolvedPlaceholders(ApplicationContext context, ConfigurableEnvironment environment) {
        this.context = context;
        this.environment = environment;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    /**
     * Rejects a placeholder in the effective value of a property. The value is never shown, because it may contain a
     * part of a password.
     *
     * @throws IllegalStateException if a placeholder cannot be resolved
     */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() != context) {
            // A child context, such as that of the management port, has its own properties.
            return;
        }
        PropertySources sources = sources();
        Binder strict = new Binder(
                ConfigurationPropertySources.from(sources), new PropertySourcesPlaceholdersResolver(sources, STRICT));
        try {
            strict.bind(SmsComponentConfiguration.PREFIX, Bindable.mapOf(String.class, Object.class));
        } catch (BindException e) {
            if (e.getCause() instanceof PlaceholderResolutionException unresolved) {
                throw new IllegalStateException(message(e, unresolved.getPlaceholder()));
            }
            // Any other failure is reported when the properties are bound.
        }
    }

    /** Returns those from which Spring Boot binds properties. */
    private PropertySources sources() {
        Collection<PropertySourcesPlaceholderConfigurer> configurers
                = context.getBeansOfType(PropertySourcesPlaceholderConfigurer.class, false, false).values();
        return configurers.size() == 1
                ? configurers.iterator().next().getAppliedPropertySources() : environment.getPropertySources();
    }

    private static String message(BindException failure, String placeholder) {
        ConfigurationProperty property = failure.getProperty();
        String origin = property == null || property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
        return failure.getName() + origin + " has a placeholder that cannot be resolved: " + placeholder
               + ". Set this property or environment variable, or give a default, as in ${" + placeholder
               + ":default}. If the text is not a placeholder, write \\${ instead of ${";
    }
}
