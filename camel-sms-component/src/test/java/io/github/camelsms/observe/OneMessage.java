package io.github.camelsms.observe;

import java.util.Map;

import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * An application that sends one message.
 */
public final class OneMessage {

    private OneMessage() {
    }

    /** Returns the outcome of the message. */
    public static String send(String baseUrl) throws Exception {
        try (CamelContext context = new DefaultCamelContext()) {
            context.disableJMX();
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            return template.send(
                    "sms:send?username=demo&password=demo&baseUrl=" + baseUrl, exchange -> {
                        exchange.getMessage().setBody("hello");
                        exchange.getMessage().setHeaders(Map.of("CamelSmsDestination", "11987654321"));
                    }).getMessage().getHeader("CamelSmsOutcome", String.class);
        }
    }

    /** Returns whether requests are traced, if the application's class loader is another one than the component's. */
    public static boolean traces(ClassLoader application) throws Exception {
        try (CamelContext context = new DefaultCamelContext()) {
            context.setApplicationContextClassLoader(application);
            return RequestTracing.of(context) != RequestTracing.NONE;
        }
    }
}
