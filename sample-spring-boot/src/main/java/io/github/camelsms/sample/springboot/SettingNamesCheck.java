package io.github.camelsms.sample.springboot;

import java.util.List;
import java.util.Locale;

import io.github.camelsms.sample.run.SettingNames;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses properties and environment variables that look like settings of the application and are none, before anything
 * is started: Spring Boot would pass over them.
 */
final class SettingNamesCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** The application has no starter for JMS, so nothing reads such a property. */
    private static final String JMS = "camel.component.jms.";
    private static final String JMS_VARIABLE = JMS.toUpperCase(Locale.ROOT).replace('.', '_');

    private final SettingNames known = SettingNames.in("/application.properties", "/application-demo.properties");

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        try {
            for (PropertySource<?> source : context.getEnvironment().getPropertySources()) {
                if (source instanceof EnumerablePropertySource<?> enumerable) {
                    check(enumerable, List.of(enumerable.getPropertyNames()));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new ServiceSettingException(e, "Correct the name, or take the setting out.");
        }
    }

    private void check(PropertySource<?> source, List<String> names) {
        if (source instanceof SystemEnvironmentPropertySource) {
            known.checkVariables(names);
        } else {
            known.checkProperties(names);
        }
        names.stream().filter(name -> name.startsWith(JMS) || name.startsWith(JMS_VARIABLE)).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(
                    name + " has no effect in this application: the broker is set with sms.broker.url and its neighbors, the"
                                               + " queues and their consumers with sms.jms.outbox and its neighbors");
        });
    }
}
