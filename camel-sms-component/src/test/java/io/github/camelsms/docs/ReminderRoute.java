package io.github.camelsms.docs;

import org.apache.camel.builder.RouteBuilder;

/**
 * The route of the README.
 */
// CHECKSTYLE:OFF (the formatter leaves this alone)
// tag::reminder[]
public class ReminderRoute extends RouteBuilder {
    @Override
    public void configure() {
        from("direct:reminder")                        // body: the text
            .setHeader("CamelSmsDestination", simple("${header.phone}"))
            .to("sms:send")                            // batched and paced; returns the outcome of this message
            .log("${header.CamelSmsOutcome} ${header.CamelSmsId} ${header.CamelSmsReason}");
    }
}
// end::reminder[]
// CHECKSTYLE:ON
