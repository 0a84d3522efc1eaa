package io.github.camelsms.store.jdbc.docs;

import java.util.List;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import org.springframework.jdbc.core.JdbcTemplate;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

/**
 * The documentation's example with messages from a table, to which their outcomes and statuses are written.
 */
final class TableRoutes extends RouteBuilder {

    private final String source;
    private final String polls;
    private final JdbcTemplate sql;

    TableRoutes(String source, String polls, JdbcTemplate sql) {
        this.source = source;
        this.polls = polls;
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

        // tag::statuses[]
        from(polls)                                             // for example sms:status?batching=true
            .split(body()).stopOnException().process(this::recordStatus);
        // end::statuses[]
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

    // tag::status-sql[]
    private void recordStatus(Exchange exchange) {
        SmsStatus status = exchange.getMessage().getBody(SmsStatus.class);
        sql.update(
            "UPDATE notice SET status = ? WHERE id = ? AND (status IS NULL OR status = 'SENT')",   // final ones stay
            status.status().name(), status.correlationId());
    }
    // end::status-sql[]
    // CHECKSTYLE:ON
}
