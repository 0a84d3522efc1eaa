// tag::application[]
package hello;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

import org.apache.camel.builder.RouteBuilder;

@SpringBootApplication
public class HelloQueue {

    public static void main(String[] args) {
        SpringApplication.run(HelloQueue.class, args);
    }

    @Bean
    RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("jms:queue:sms.outbox?transacted=true&concurrentConsumers=5&disableReplyTo=true")
                        .setHeader("CamelSmsDestination", header("destination"))
                        .setHeader("CamelSmsCorrelationId", simple("${hash(${header.JMSMessageID},SHA-1)}"))
                        .to("sms:send?completeOn=stored");

                from("sms:results")
                        .log("${header.CamelSmsCorrelationId}: ${header.CamelSmsOutcome} ${header.CamelSmsReason}");
            }
        };
    }
}
// end::application[]
