package io.github.camelsms.sample.run;

import java.text.ParseException;
import java.time.Duration;

import io.github.camelsms.sample.jms.BrokerConnections;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.quartz.CronExpression;

import org.apache.camel.CamelContext;
import org.apache.camel.util.TimeUtils;

/**
 * The application's own properties, read with messages that name the property and its value.
 */
final class SampleProperties {

    private final CamelContext context;

    SampleProperties(CamelContext context) {
        this.context = context;
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
