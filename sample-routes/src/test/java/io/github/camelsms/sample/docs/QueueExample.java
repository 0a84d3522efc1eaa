package io.github.camelsms.sample.docs;

import io.github.camelsms.SmsOutcomeUnknownException;

import org.apache.camel.builder.RouteBuilder;

/**
 * The example of the component's page that sends the messages of a queue (the same in YAML:
 * <code>docs/queue.camel.yaml</code>).
 */
final class QueueExample extends RouteBuilder {

    @Override
    public void configure() {
        // CHECKSTYLE:OFF (the formatter leaves this alone)
        // tag::queue[]
        onException(SmsOutcomeUnknownException.class)     // possibly sent: must not return to the outbox
            .handled(true)
            .setHeader("correlationId", header("CamelSmsCorrelationId"))
            .setHeader("reason", header("CamelSmsReason"))
            .to("jms:queue:sms.unknown");

        from("jms:queue:sms.outbox?transacted=true&concurrentConsumers=20&disableReplyTo=true")
            .setHeader("CamelSmsDestination", header("destination"))
            .setHeader("CamelSmsCorrelationId", simple("${hash(${header.JMSMessageID},SHA-1)}"))
            .setHeader("CamelSmsPriority", header("JMSPriority"))
            .to("sms:send")
            .setHeader("outcome", header("CamelSmsOutcome"))
            .setHeader("correlationId", header("CamelSmsCorrelationId"))
            .setHeader("reason", header("CamelSmsReason"))
            .setBody(header("CamelSmsOutcome"))
            .to("jms:queue:sms.results");
        // end::queue[]
        // CHECKSTYLE:ON
    }
}
