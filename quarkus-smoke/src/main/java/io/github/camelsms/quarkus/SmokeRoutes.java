package io.github.camelsms.quarkus;

import jakarta.enterprise.context.ApplicationScoped;

import org.apache.camel.builder.RouteBuilder;

/**
 * Routes of the application: three greetings at startup, a producer for tests, and the delivery statuses.
 */
@ApplicationScoped
public class SmokeRoutes extends RouteBuilder {

    private final ReportedStatuses statuses;

    SmokeRoutes(ReportedStatuses statuses) {
        this.statuses = statuses;
    }

    @Override
    public void configure() {
        from("timer:hello?repeatCount=3&period=100").routeId("hello")
                .setBody(constant("Hello from Quarkus"))
                .setHeader("CamelSmsDestination", constant("11987654321"))
                .to("direct:send")
                .log("sent: ${header.CamelSmsOutcome}, id ${header.CamelSmsId}, correlation id ${header.CamelSmsCorrelationId}");

        from("direct:send").routeId("send")
                .to("sms:send");

        from("sms:status?delay=500").routeId("statuses")
                .log("status of ${header.CamelSmsCorrelationId}: ${header.CamelSmsDeliveryStatus}")
                .process(statuses::add);
    }
}
