package io.github.camelsms.sample.routes;

import io.github.camelsms.SmsRejectedException;

import org.apache.camel.LoggingLevel;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.builder.RouteBuilder;

/**
 * Routes that store the messages of the outbox queue. Their YAML version is <code>routes/yaml/queue.yaml</code>.
 */
public class QueueRoutes extends RouteBuilder {

    @Override
    public void configure() {
        // Messages that are rejected while the consumers stop would be logged with the properties that have their numbers.
        String outbox = "jms:queue:{{sms.jms.outbox}}?transacted=true&disableReplyTo=true&acceptMessagesWhileStopping=true";
        // Otherwise Camel reads the body, which may be a forbidden Java object, before the route can reject it.
        from(outbox + "&concurrentConsumers={{sms.jms.consumers}}&selector=_AMQ_LARGE_SIZE IS NULL")
                .routeId("sms-queue-small").noStreamCaching().to("direct:sms-queue");
        // Artemis sets this property above 100 KiB. Several of these bodies at once could fill the memory.
        from(outbox + "&selector=_AMQ_LARGE_SIZE IS NOT NULL")
                .routeId("sms-queue-large").noStreamCaching().to("direct:sms-queue");

        // The formatter is off, so that the indentation shows the steps inside steps. CHECKSTYLE:OFF
        from("direct:sms-queue")
            .routeId("sms-queue")
            .noStreamCaching()
            // Properties of Artemis, such as a duplicate id, which would make it refuse a second copy in sms.jms.rejected.
            .removeHeaders("_AMQ_*")
            // Stable across redeliveries, so that none is stored again. sms:send rejects an empty id. The prefix is for arrays.
            .setHeader("CamelSmsCorrelationIdPrefix", simple("${hash(${header.JMSMessageID},SHA-1)} ?: ''"))
            .setHeader("CamelSmsCorrelationId", simple("${header.correlationId} ?: ${header.CamelSmsCorrelationIdPrefix}"))
            .setHeader("CamelSmsDestination", simple("${header.destination}"))
            .setHeader("CamelSmsScheduledDate", simple("${header.scheduledDate}"))
            .setHeader("CamelSmsTimeToLive", simple("${header.timeToLive != null ? header.timeToLive : '{{sms.deliveryTimeout}}'}"))
            .setHeader("CamelSmsPriority", simple("${header.JMSPriority}"))
            .doTry()
                // Of a stream message, only bytes can be read.
                .filter(simple("${body} is 'java.io.InputStream'"))
                    .convertBodyTo(byte[].class)
                .endDoTry()
                .setProperty("original", simple("${body}"))
                .to("sms:send?completeOn=stored&keepHeaders=JMSCorrelationID")
                .filter(simple("${header.CamelSmsStoredMessages} == 0 && ${header.CamelSmsDuplicates} == 0"
                    + " && ${header.CamelSmsRejected} == 0"))
                    .setHeader("CamelSmsOutcome", constant("REJECTED"))
                    .setHeader("CamelSmsReason", constant("it is an empty array"))
                .endDoTry()
            .doCatch(SmsRejectedException.class, RuntimeCamelException.class)
                .setHeader("CamelSmsOutcome", constant("REJECTED"))
                .setHeader("CamelSmsReason", constant("it is neither a text nor JSON with messages"))
            .doCatch(Exception.class)
                .log(LoggingLevel.WARN, "A message stays on the queue {{sms.jms.outbox}}: ${exception.message}. It is"
                     + " redelivered after {{sms.jms.retrySeconds}} seconds")
                // A single delay would also delay a shutdown.
                .loop(constant("{{sms.jms.retrySeconds}}"))
                    .filter(simple("${exchange.context.status} == 'Started'")).delay(constant(1000)).end().end()
                .end()
                .rollback("The message is redelivered").end()
            .end()
            .filter(simple("${header.CamelSmsOutcome} == 'REJECTED'"))
                .filter(simple("${header.JMSMessageID} == null && ${header.CamelSmsCorrelationId} == ''"))
                    .setHeader("CamelSmsReason", constant("it has neither a JMS message id nor a correlationId, so that a"
                        + " redelivery would send it again: set the property or field correlationId, or let the JMS client"
                        + " set message ids"))
                .end()
                .setHeader("reason", simple("${header.CamelSmsReason}"))
                .setBody(simple("${exchangeProperty.original}"))
                .to("jms:queue:{{sms.jms.rejected}}")
                .bean("type:io.github.camelsms.model.SmsSendResult", "rejected(${header.CamelSmsCode}, ${header.CamelSmsReason}, ${header.CamelSmsCorrelationId})")
                .to("direct:sms-results")
            .end()
            // Of an array, the body has the rejected messages.
            .filter(simple("${header.CamelSmsRejected} > 0"))
                .setProperty("result", simple("${body}"))
                .setHeader("reason", simple("Rejected messages: ${header.CamelSmsRejected}; the first one: ${body[0].reason}"))
                .setBody(simple("${exchangeProperty.original}"))
                .to("jms:queue:{{sms.jms.rejected}}")
                .setBody(simple("${exchangeProperty.result}"))
                .to("direct:sms-results")
            .end();
        // CHECKSTYLE:ON
    }
}
