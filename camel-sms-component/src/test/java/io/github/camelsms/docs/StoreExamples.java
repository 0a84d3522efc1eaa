package io.github.camelsms.docs;

import org.apache.camel.builder.RouteBuilder;

/**
 * The documentation's examples of <code>sms:results</code> and <code>sms:messages</code>.
 */
final class StoreExamples {

    private StoreExamples() {
    }

    static final class Results extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::results[]
            from("sms:results")
                .choice()
                    .when(header("CamelSmsOutcome").isEqualTo("ACCEPTED")).to("direct:accepted")
                    .when(header("CamelSmsOutcome").isEqualTo("UNKNOWN")).to("direct:look-up")
                    .otherwise().to("direct:problems")
                .end();
            // end::results[]
            // CHECKSTYLE:ON
        }
    }

    static final class Settle extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::settle[]
            from("direct:confirmed")                          // with the header CamelSmsCorrelationId
                .setHeader("CamelSmsOutcome", constant("ACCEPTED"))
                .setHeader("CamelSmsReason", constant("confirmed by the provider"))
                .to("sms:messages?operation=settle");
            // end::settle[]
            // CHECKSTYLE:ON
        }
    }
}
