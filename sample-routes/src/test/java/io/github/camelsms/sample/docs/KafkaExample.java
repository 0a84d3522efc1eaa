package io.github.camelsms.sample.docs;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.kafka.consumer.KafkaManualCommit;

/**
 * The example of the page "How do I …" that stores the records of a Kafka topic.
 */
final class KafkaExample extends RouteBuilder {

    @Override
    public void configure() {
        // CHECKSTYLE:OFF (the formatter leaves this alone)
        // tag::kafka[]
        from("kafka:sms-outbox?brokers={{kafka.brokers}}&groupId=sms&autoOffsetReset=earliest"
             + "&autoCommitEnable=false&allowManualCommit=true&breakOnFirstError=true")
            .setHeader("CamelSmsDestination", header("destination"))
            .setHeader("CamelSmsCorrelationId",                        // the same if the record is read again
                simple("${header[kafka.TOPIC]}-${header[kafka.PARTITION]}-${header[kafka.OFFSET]}"))
            .to("sms:send?completeOn=stored")
            .process(exchange -> exchange.getMessage()
                .getHeader("CamelKafkaManualCommit", KafkaManualCommit.class).commit());
        // end::kafka[]
        // CHECKSTYLE:ON
    }
}
