package io.github.camelsms.sample.run;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.github.camelsms.sample.jms.BrokerConnections;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

import org.apache.camel.CamelContext;

/**
 * The application's properties in a Camel context.
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

    SettingValues values() {
        return new SettingValues(this::text);
    }

    /**
     * Returns connections to the broker of the routes.
     */
    ActiveMQConnectionFactory broker() {
        return BrokerConnections.plain(
                text("sms.broker.url"), text("sms.broker.username"), text("sms.broker.password"));
    }
}
