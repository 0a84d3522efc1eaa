package io.github.camelsms.sample.jms;

import io.github.camelsms.SmsException;

import org.apache.camel.builder.RouteBuilder;

/**
 * Sends the messages of the outbox queue (the same in YAML: <code>routes/yaml/queue.yaml</code>).
 */
public class QueueRoutes extends RouteBuilder {

    @Override
    public void configure() {
        // The formatter is off, so that the indentation shows the steps inside steps. CHECKSTYLE:OFF
        from("jms:queue:{{sms.jms.outbox}}?transacted=true&concurrentConsumers={{sms.jms.consumers}}"
             + "&mapJmsMessage=false&disableReplyTo=true")
            .routeId("sms-queue")
            .bean("smsQueue", "gather")
            .setProperty("smsQueueBatch", body())
            .setBody(simple("${body.messages}"))
            .filter(simple("${body.size} > 0"))
                .doTry()
                    .to("sms:send")
                .doCatch(SmsException.class)
                    .setBody(simple("${exception.results}"))
                .end()
            .end()
            .bean("smsQueue", "answer(${exchangeProperty.smsQueueBatch}, ${body})");
        // CHECKSTYLE:ON
    }
}
