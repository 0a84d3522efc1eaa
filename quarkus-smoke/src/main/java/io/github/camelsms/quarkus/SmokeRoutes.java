package io.github.camelsms.quarkus;

import jakarta.enterprise.context.ApplicationScoped;

import org.apache.camel.builder.RouteBuilder;

/**
 * The routes of the application: one sends what it is given, the other notes the statuses.
 */
@ApplicationScoped
public class SmokeRoutes extends RouteBuilder {

    private final ReportedStatuses statuses;

    SmokeRoutes(ReportedStatuses statuses) {
        this.statuses = statuses;
    }

    @Override
    public void configure() {
        from("direct:send").routeId("send")
                .to("sms:send");

        from("sms:status?delay=500").routeId("statuses")
                .process(statuses::add);
    }
}
