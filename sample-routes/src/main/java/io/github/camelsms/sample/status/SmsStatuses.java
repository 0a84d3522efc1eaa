package io.github.camelsms.sample.status;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.sample.jms.MessageContent;
import io.github.camelsms.sample.tally.Tally;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.InvalidPayloadException;

/**
 * What the status routes call: write a status down, read a query by date, write its answer.
 */
public class SmsStatuses {

    private static final String DATE = "date";

    private final StatusesFile file;
    private final Tally tally;

    public SmsStatuses(StatusesFile file, Tally tally) {
        this.file = file;
        this.tally = tally;
    }

    public String toJson(SmsStatus status) {
        return StatusJson.of(status);
    }

    /**
     * Appends the status to the statuses file.
     */
    public void append(SmsStatus status) throws IOException {
        file.append(status);
        tally.add(status.status());
    }

    /**
     * Sets the date of the query from the property <code>date</code> of the queue message, or from its body:
     * <code>2026-03-31</code>, epoch seconds, or ISO-8601 with an offset.
     */
    public void query(Exchange exchange) throws JMSException, InvalidPayloadException {
        exchange.getIn().setHeader("CamelSmsDate", date(text(exchange)));
    }

    public String answer(List<SmsStatus> statuses) {
        return StatusJson.answer(statuses);
    }

    /**
     * The answer to a query that failed.
     */
    public String failure(Exception reason) {
        return StatusJson.failure(String.valueOf(reason.getMessage()));
    }

    private static String text(Exchange exchange) throws JMSException, InvalidPayloadException {
        Message message = exchange.getIn().getMandatoryBody(Message.class);
        String property = MessageContent.property(message, DATE);
        return (property != null ? property : MessageContent.text(message)).trim();
    }

    private static Object date(String text) {
        Object date = text.matches("\\d{4}-\\d{2}-\\d{2}") ? localDate(text) : instant(text);
        if (date == null) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a date: write 2026-03-31, epoch seconds or 2026-03-31T14:30:00-03:00");
        }
        return date;
    }

    private static @Nullable LocalDate localDate(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable Instant instant(String text) {
        try {
            return text.matches("\\d{1,12}")
                    ? Instant.ofEpochSecond(Long.parseLong(text))
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
