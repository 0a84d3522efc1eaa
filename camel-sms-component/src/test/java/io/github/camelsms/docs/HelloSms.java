// tag::hello[]
package io.github.camelsms.docs;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

public class HelloSms extends RouteBuilder {

    @Override
    public void configure() {
        from("timer:hello?repeatCount=1")
                .setBody(constant("Hello from Camel"))
                .setHeader("CamelSmsDestination", constant("11987654321"))
                .to("sms:send")
                .log("sent: ${header.CamelSmsOutcome}, id ${header.CamelSmsId}, correlation id ${header.CamelSmsCorrelationId}");

        from("sms:status?delay=2000")
                .log("status of ${header.CamelSmsCorrelationId}: ${header.CamelSmsDeliveryStatus}");
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        main.configure().addRoutesBuilder(new HelloSms());
        main.run(args);
    }
}
// end::hello[]
