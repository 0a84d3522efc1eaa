package io.github.camelsms.dsl;

import io.github.camelsms.SmsException;

import org.apache.camel.builder.endpoint.EndpointRouteBuilder;

import static io.github.camelsms.SmsConstants.DESTINATION;
import static io.github.camelsms.SmsConstants.OUTCOME;
import static io.github.camelsms.endpoint.dsl.StaticEndpointBuilders.sms;

/**
 * The routes in Java with the endpoint DSL.
 */
final class EndpointDslRoutes extends EndpointRouteBuilder {

    @Override
    public void configure() {
        // CHECKSTYLE:OFF (the formatter leaves this alone)
        // tag::routes[]
        from(direct("texts")).routeId("texts")
            .setHeader(DESTINATION, simple("${header.phone}"))
            .doTry()
                .to(sms("send").batchSize(100).deliveryTimeout("2m").transliterate(true))
            .doCatch(SmsException.class)
                .log("${exception.message}")
            .end()
            .choice()
                .when(header(OUTCOME).isEqualTo("ACCEPTED")).to(direct("accepted"))
                .when(header(OUTCOME).isEqualTo("REJECTED")).to(direct("rejected"))
                .when(header(OUTCOME).isEqualTo("NOT_SENT")).to(direct("send-later"))
                .otherwise().to(direct("look-up"))
            .end();

        from(sms("status").delay("{{status.delay}}")).routeId("statuses")
            .to(direct("status"));
        // end::routes[]
        // CHECKSTYLE:ON
    }
}
