package io.github.camelsms.sample.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.text.ParseException;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

import io.github.camelsms.sample.jms.BrokerConnections;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.quartz.CronExpression;

import org.apache.camel.CamelContext;
import org.apache.camel.util.TimeUtils;

/**
 * The application's own properties, read with messages that name the property and its value.
 */
final class SampleProperties {

    private static final String PREFIX = "sms.";

    private final CamelContext context;

    SampleProperties(CamelContext context) {
        this.context = context;
    }

    /**
     * Checks that each property of the application is one that it knows: those of the properties file in the jar.
     *
     * @throws IllegalArgumentException if it does not know one, whose value would have no effect
     */
    void checkNames() {
        Set<String> known = known();
        Stream.of(System.getProperties(), context.getPropertiesComponent().loadProperties())
                .flatMap(properties -> properties.stringPropertyNames().stream())
                .filter(name -> name.startsWith(PREFIX) && !known.contains(name))
                .findFirst().ifPresent(name -> {
                    throw new IllegalArgumentException(
                            name + " is no property of this application: check its spelling; application.properties in"
                                                       + " the jar has them all");
                });
    }

    private static Set<String> known() {
        Properties properties = new Properties();
        try (InputStream in = SampleProperties.class.getResourceAsStream("/application.properties")) {
            properties.load(Objects.requireNonNull(in, "the jar lacks application.properties: build it anew"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.stringPropertyNames();
    }

    /**
     * The value without blanks around it, empty if it is not set.
     */
    String text(String name) {
        return context.resolvePropertyPlaceholders("{{" + name + ":}}").trim();
    }

    int number(String name) {
        try {
            return Integer.parseInt(text(name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + "=" + text(name) + " is not a whole number", e);
        }
    }

    /**
     * Checks a number that only routes read.
     */
    void checkPositive(String name) {
        if (number(name) < 1) {
            throw new IllegalArgumentException(name + "=" + text(name) + " must be at least 1");
        }
    }

    /**
     * Checks a Quartz expression written with + for a blank.
     */
    void checkCron(String name) {
        try {
            CronExpression.validateExpression(text(name).replace('+', ' '));
        } catch (ParseException e) {
            throw new IllegalArgumentException(
                    name + "=" + text(name) + " is not a Quartz expression (" + e.getMessage()
                                               + "): write for instance 0/5+*+*+*+*+?",
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
     * Connections to the broker that the routes use.
     */
    ActiveMQConnectionFactory broker() {
        return BrokerConnections.plain(
                text("sms.broker.url"), text("sms.broker.username"), text("sms.broker.password"));
    }
}
