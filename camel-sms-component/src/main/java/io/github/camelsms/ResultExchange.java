package io.github.camelsms;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.SmsStoredMessage;

import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;

/**
 * Mapping of a stored message with an outcome to an exchange.
 */
final class ResultExchange {

    private ResultExchange() {
    }

    /**
     * Fills an exchange. The component's own headers replace kept headers of the same name.
     *
     * @param index index of the outcome in its batch, from 0
     * @param total size of the batch
     */
    static void fill(Exchange exchange, ExchangeResults results, SmsStoredMessage stored, int index, int total) {
        SmsSendResult result = stored.result();
        if (result == null) {
            throw new IllegalStateException("message " + stored.correlationId() + " has no outcome");
        }
        Message message = exchange.getMessage();
        stored.headers().forEach(message::setHeader);
        message.removeHeader(SmsConstants.DESTINATION);
        if (stored.message().destination() != null) {
            message.setHeader(SmsConstants.DESTINATION, stored.message().destination());
        }
        results.setHeaders(message, result);
        message.setBody(result);
        exchange.setProperty(ExchangePropertyKey.BATCH_INDEX, index);
        exchange.setProperty(ExchangePropertyKey.BATCH_SIZE, total);
        exchange.setProperty(ExchangePropertyKey.BATCH_COMPLETE, index == total - 1);
    }
}
