package io.github.camelsms.store.jdbc.docs;

import java.util.List;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.springframework.jdbc.core.JdbcTemplate;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

/**
 * The documentation's example with messages from a table and outcomes written to it.
 */
final class TableRoutes extends RouteBuilder {

    private final String source;
    private final JdbcTemplate sql;

    TableRoutes(String source, JdbcTemplate sql) {
        this.source = source;
        this.sql = sql;
    }

    @Override
    public void configure() {
        // CHECKSTYLE:OFF (the formatter leaves this alone)
        // tag::routes[]
        from(source)                                            // for example timer:notices?period=5000
            .process(exchange -> exchange.getMessage().setBody(unsent()))
            .to("sms:send?completeOn=stored")
            .split(body()).process(this::record);               // rejected immediately, such as an invalid number

        from("sms:results").process(this::record);
        // end::routes[]
        // CHECKSTYLE:ON
    }

    // CHECKSTYLE:OFF (the formatter leaves this alone)
    // tag::sql[]
    private List<SmsMessage> unsent() {
        return sql.query(
            "SELECT id, phone, text FROM notice WHERE outcome IS NULL ORDER BY id LIMIT 1000",
            (row, number) -> new SmsMessage(row.getString("text"), row.getString("phone"), row.getString("id"), null));
    }

    private void record(Exchange exchange) {
        SmsSendResult result = exchange.getMessage().getBody(SmsSendResult.class);
        sql.update("UPDATE notice SET outcome = ? WHERE id = ?", result.outcome().name(), result.correlationId());
    }
    // end::sql[]
    // CHECKSTYLE:ON
}
