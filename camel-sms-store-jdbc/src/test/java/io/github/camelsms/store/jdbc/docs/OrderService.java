package io.github.camelsms.store.jdbc.docs;

import io.github.camelsms.model.SmsMessage;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

import org.apache.camel.ProducerTemplate;

/** A service that stores an order and a message in one transaction. */
public class OrderService {

    private final JdbcTemplate sql;
    private final ProducerTemplate camel;
    private final Runnable reserve;

    public OrderService(JdbcTemplate sql, ProducerTemplate camel, Runnable reserve) {
        this.sql = sql;
        this.camel = camel;
        this.reserve = reserve;
    }

    // tag::service[]
    @Transactional
    public void place(int order, String phone) {
        sql.update("INSERT INTO orders VALUES (?)", order);
        camel.requestBody(
                "sms:send?completeOn=stored&joinTransaction=true",
                new SmsMessage("Order " + order + " is confirmed", phone, "order-" + order, null));
        // If this throws an exception, there is no order, and no SMS.
        reserve.run();
    }
    // end::service[]
}
