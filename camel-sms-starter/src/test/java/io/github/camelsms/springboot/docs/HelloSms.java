// tag::hello[]
package io.github.camelsms.springboot.docs;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

import org.apache.camel.builder.RouteBuilder;

@SpringBootApplication
public class HelloSms {

    public static void main(String[] args) {
        SpringApplication.run(HelloSms.class, args);
    }

    @Bean
    RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("timer:hello?repeatCount=1")
                        .setBody(constant("Hello from Camel"))
                        .setHeader("CamelSmsDestination", constant("11987654321"))
                        .to("sms:send")
                        .log("sent: ${header.CamelSmsOutcome}, id ${header.CamelSmsId},"
                             + " correlation id ${header.CamelSmsCorrelationId}");

                from("sms:status?delay=2000")
                        .log("status of ${header.CamelSmsCorrelationId}: ${header.CamelSmsDeliveryStatus}");
            }
        };
    }
}
// end::hello[]
