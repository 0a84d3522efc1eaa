package io.github.camelsms.sample.run;

import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.github.camelsms.sample.jms.BrokerConnections;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.quartz.CronExpression;

import org.apache.camel.CamelContext;
import org.apache.camel.util.TimeUtils;

/**
 * The application's properties. Errors name the property and its value.
 */
final class SampleProperties {

    private static final List<String> COMPONENT_VARIABLES = List.of("CAMEL_COMPONENT_SMS_", "CAMEL_COMPONENT_JMS_");
    private static final int COMPONENT_WORDS = 4;

    private final CamelContext context;

    SampleProperties(CamelContext context) {
        this.context = context;
    }

    /**
     * Checks that each property and environment variable with a prefix of the application exists.
     *
     * @param  variables                names of the environment variables
     * @throws IllegalArgumentException if one does not, because it would have no effect; the message names it
     */
    void checkNames(Set<String> variables) {
        SettingNames known = SettingNames.in("application");
        known.checkProperties(System.getProperties().stringPropertyNames());
        known.checkProperties(context.getPropertiesComponent().loadProperties().stringPropertyNames());
        known.checkVariables(variables);
        // Camel Main does not read these variables.
        variables.stream().filter(name -> COMPONENT_VARIABLES.stream().anyMatch(name::startsWith)).findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "The environment variable " + name + " has no effect: set " + componentProperty(name)
                                                       + " with java -D or in the file of --config");
                });
    }

    private static String componentProperty(String variable) {
        String[] words = variable.toLowerCase(Locale.ROOT).split("_", COMPONENT_WORDS);
        return String.join(".", words).replace('_', '-');
    }

    /**
     * Returns the value without surrounding blanks; empty if it is not set.
     */
    String text(String name) {
        return context.resolvePropertyPlaceholders("{{" + name + ":}}").trim();
    }

    /** Sets a property, which takes precedence over all others but those of the JVM and the environment. */
    void override(String name, String value) {
        context.getPropertiesComponent().addOverrideProperty(name, value);
    }

    int number(String name) {
        try {
            return Integer.parseInt(text(name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + "=" + text(name) + " is not a whole number", e);
        }
    }

    /**
     * Checks a number that only routes use.
     */
    void checkPositive(String name) {
        if (number(name) < 1) {
            throw new IllegalArgumentException(name + "=" + text(name) + " must be at least 1");
        }
    }

    /**
     * Checks a Quartz expression with + instead of blanks.
     */
    void checkCron(String name) {
        try {
            CronExpression.validateExpression(text(name).replace('+', ' '));
        } catch (ParseException e) {
            throw new IllegalArgumentException(
                    name + "=" + text(name) + " is not a Quartz expression (" + e.getMessage()
                                               + "): write for example 0/5+*+*+*+*+?",
                    e);
        }
    }

    Duration duration(String name) {
        try {
            return Duration.ofMillis(TimeUtils.toMilliSeconds(text(name)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(name + "=" + text(name) + " is not a duration: write 30s or 500", e);
        }
    }

    /**
     * Returns connections to the broker of the routes.
     */
    ActiveMQConnectionFactory broker() {
        return BrokerConnections.plain(
                text("sms.broker.url"), text("sms.broker.username"), text("sms.broker.password"));
    }
}
