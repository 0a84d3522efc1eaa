package io.github.camelsms.dsl;

import io.github.camelsms.SmsException;

import org.apache.camel.builder.RouteBuilder;

/**
 * The routes in Java with endpoint URIs.
 */
final class JavaRoutes extends RouteBuilder {

    @Override
    public void configure() {
        // CHECKSTYLE:OFF (the formatter leaves this alone)
        // tag::routes[]
        from("direct:texts").routeId("texts")
            .setHeader("CamelSmsDestination", simple("${header.phone}"))
            .doTry()
                .to("sms:send?batchSize=100&deliveryTimeout=2m&transliterate=true")
            .doCatch(SmsException.class)
                .log("${exception.message}")
            .end()
            .choice()
                .when(header("CamelSmsOutcome").isEqualTo("ACCEPTED")).to("direct:accepted")
                .when(header("CamelSmsOutcome").isEqualTo("REJECTED")).to("direct:rejected")
                .when(header("CamelSmsOutcome").isEqualTo("NOT_SENT")).to("direct:send-later")
                .otherwise().to("direct:look-up")
            .end();

        from("sms:status?delay={{status.delay}}").routeId("statuses")
            .to("direct:status");
        // end::routes[]
        // CHECKSTYLE:ON
    }
}
