package io.github.camelsms.sample.run;

import java.util.Set;

import org.apache.camel.CamelContext;

/**
 * The application's properties in a Camel context.
 */
final class SampleProperties {

    private final CamelContext context;

    SampleProperties(CamelContext context) {
        this.context = context;
    }

    /**
     * Checks that each property and environment variable with a prefix of the application exists.
     *
     * @throws IllegalArgumentException if one does not, because it would have no effect; the message names it
     */
    void checkNames() {
        Set<String> known = Settings.names("application");
        Set<String> variables = System.getenv().keySet();
        Settings.checkNames(known, System.getProperties().stringPropertyNames());
        Settings.checkNames(known, context.getPropertiesComponent().loadProperties().stringPropertyNames());
        Settings.checkNames(known, variables);
        variables.stream().filter(name -> name.matches("CAMEL_COMPONENT_(SMS|JMS)_.*")).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(
                    "The environment variable " + name + " has no effect, because Camel Main does not read it: set the"
                                               + " property with java -D or in the file of --config");
        });
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
}
