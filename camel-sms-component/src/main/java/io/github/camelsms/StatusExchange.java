package io.github.camelsms;

import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsPart;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;

/**
 * Mapping of a status to an exchange.
 */
final class StatusExchange {

    private static final String OWN_PREFIX = "CamelSms";

    private StatusExchange() {
    }

    /**
     * Fills an exchange.
     *
     * @param index index of the status in its batch, from 0
     * @param total size of the batch
     */
    static void fill(Exchange exchange, SmsStatus status, int index, int total) {
        Message message = exchange.getMessage();
        message.setBody(status);
        message.setHeader(SmsConstants.CORRELATION_ID, status.correlationId());
        message.setHeader(SmsConstants.DESTINATION, status.destination());
        message.setHeader(SmsConstants.DELIVERY_STATUS, status.status().name());
        message.setHeader(SmsConstants.SENT_DATE, status.sentDate());
        setPart(message, status.correlationId());
        exchange.setProperty(ExchangePropertyKey.BATCH_INDEX, index);
        exchange.setProperty(ExchangePropertyKey.BATCH_SIZE, total);
        exchange.setProperty(ExchangePropertyKey.BATCH_COMPLETE, index == total - 1);
    }

    /** Fills an exchange with all statuses of a block. */
    static void fill(Exchange exchange, List<SmsStatus> block) {
        exchange.getMessage().setBody(block);
        exchange.setProperty(ExchangePropertyKey.BATCH_INDEX, 0);
        exchange.setProperty(ExchangePropertyKey.BATCH_SIZE, block.size());
        exchange.setProperty(ExchangePropertyKey.BATCH_COMPLETE, true);
    }

    /** Restores kept headers, except the component's own headers. */
    static void restore(Message message, Map<String, String> headers) {
        headers.forEach((name, value) -> {
            if (!name.regionMatches(true, 0, OWN_PREFIX, 0, OWN_PREFIX.length())) {
                message.setHeader(name, value);
            }
        });
    }

    private static void setPart(Message message, @Nullable String correlationId) {
        SmsPart part = SmsPart.of(correlationId);
        message.setHeader(SmsConstants.WHOLE_CORRELATION_ID, part == null ? correlationId : part.wholeId());
        if (part != null) {
            message.setHeader(SmsConstants.PART, part.part());
            message.setHeader(SmsConstants.PARTS, part.parts());
        }
    }
}
