package io.github.camelsms.sample.status;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;

import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.sample.jms.MessageContent;
import io.github.camelsms.sample.message.MessageFields;
import io.github.camelsms.sample.tally.Tally;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

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
        exchange.getIn().setHeader("CamelSmsDate", date(exchange));
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

    private static Object date(Exchange exchange) throws JMSException, InvalidPayloadException {
        Message message = exchange.getIn().getMandatoryBody(Message.class);
        Object property = MessageContent.property(message, DATE);
        Object given = property != null ? property : MessageContent.text(message);
        Exception cause = null;
        try {
            Object date = given instanceof String text && text.strip().matches("\\d{4}-\\d{2}-\\d{2}")
                    ? LocalDate.parse(text.strip()) : MessageFields.date(given);
            if (date != null) {
                return date;
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            cause = e;
        }
        throw new IllegalArgumentException(
                "'" + given.toString().strip()
                                           + "' is not a date: write 2026-03-31, epoch seconds or 2026-03-31T14:30:00-03:00",
                cause);
    }
}
