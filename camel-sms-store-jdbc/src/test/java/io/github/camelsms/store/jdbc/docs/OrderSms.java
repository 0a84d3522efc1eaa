package io.github.camelsms.store.jdbc.docs;

import io.github.camelsms.store.jdbc.JdbcMessageStore;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

/** The documentation's first example of a message store. */
// CHECKSTYLE:OFF (the formatter leaves this alone)
// tag::application[]
public class OrderSms extends RouteBuilder {

    public static void main(String[] args) throws Exception {
        application("data/messages.db").run(args);
    }

    static Main application(String file) {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setFile(file);
        Main main = new Main();
        main.bind("messageStore", store);                   // the component finds, starts and stops it
        main.configure().addRoutesBuilder(new OrderSms());
        return main;
    }

    @Override
    public void configure() {
        from("direct:order")
            .setHeader("CamelSmsDestination", header("phone"))
            .setHeader("CamelSmsCorrelationId", simple("order-${header.orderId}"))  // the same for a repeated order
            .to("sms:send?completeOn=stored&keepHeaders=orderId");                  // committed; sent soon after

        from("sms:results")                                 // its outcome, redelivered until this route succeeds
            .log("order ${header.orderId}: ${header.CamelSmsOutcome}")
            .to("direct:outcome");

        from("sms:status")                                  // its delivery statuses, redelivered until this route succeeds
            .log("order ${header.orderId}: ${header.CamelSmsDeliveryStatus}")
            .to("direct:status");
    }
}
// end::application[]
// CHECKSTYLE:ON
