package io.github.camelsms.store.jdbc.docs;

import org.springframework.jdbc.core.JdbcTemplate;

import org.apache.camel.builder.RouteBuilder;

/** Routes that store an order and a message in one transaction. */
public class OrderRoutes extends RouteBuilder {

    private final String source;
    private final JdbcTemplate sql;
    private final Runnable reserve;

    public OrderRoutes(String source, JdbcTemplate sql, Runnable reserve) {
        this.source = source;
        this.sql = sql;
        this.reserve = reserve;
    }

    @Override
    public void configure() {
        errorHandler(defaultErrorHandler().logExhausted(false));
        // tag::route[]
        from(source) // for example jms:orders?transacted=true
                .transacted()
                .process(exchange -> sql.update(
                        "INSERT INTO orders VALUES (?)", exchange.getMessage().getHeader("OrderId", Integer.class)))
                .setHeader("CamelSmsDestination", header("Phone"))
                .setHeader("CamelSmsCorrelationId", simple("order-${header.OrderId}"))
                .setBody(simple("Order ${header.OrderId} is confirmed"))
                .to("sms:send?completeOn=stored&joinTransaction=true")
                // If this throws an exception, there is no order, and no SMS.
                .process(exchange -> reserve.run());
        // end::route[]
    }
}
