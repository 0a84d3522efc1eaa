package io.github.camelsms.sample.springboot;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.github.camelsms.sample.run.Settings;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/**
 * Check for misspelled properties and environment variables, which Spring Boot ignores, and for values that cannot be
 * used. It runs before anything is started.
 */
final class SettingsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** The application has no JMS starter, so nothing reads these properties. */
    private static final String JMS = "camel.component.jms.";
    private static final String JMS_VARIABLE = JMS.toUpperCase(Locale.ROOT).replace('.', '_');

    private final Set<String> known = Settings.names("application", "application-demo");

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        try {
            for (PropertySource<?> source : environment.getPropertySources()) {
                if (source instanceof EnumerablePropertySource<?> enumerable) {
                    check(List.of(enumerable.getPropertyNames()));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new ServiceSettingException(e, "Correct the name, or remove the setting.");
        }
        try {
            Settings.checkValues(name -> environment.getProperty(name, "").trim());
        } catch (IllegalArgumentException e) {
            throw new ServiceSettingException(e, "Correct the value, or remove the setting to use its default.");
        }
    }

    private void check(List<String> names) {
        names.stream().filter(name -> name.matches("(?i)sms[._]http[._](host|port)")).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(name + " has no effect in this application: set server.address or server.port");
        });
        Settings.checkNames(known, names);
        names.stream().filter(name -> name.startsWith(JMS) || name.startsWith(JMS_VARIABLE)).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(
                    name + " has no effect in this application: configure the broker with sms.broker.*, and the queues"
                                               + " and their consumers with sms.jms.*");
        });
    }
}
