package io.github.camelsms;

import io.github.camelsms.dispatch.ReadFailure;
import io.github.camelsms.model.SmsPart;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Sink for the result of an exchange of one message.
 */
final class OneResult extends ExchangeSink {

    private final ExchangeResults results;
    private @Nullable SmsSendResult result;
    private @Nullable String storedId;
    private boolean isDuplicate;

    OneResult(Exchange exchange, AsyncCallback callback, ExchangeResults results) {
        super(exchange, callback);
        this.results = results;
    }

    @Override
    public void result(long index, SmsSendResult messageResult) {
        this.result = messageResult;
    }

    @Override
    public void stored(long index, String correlationId, boolean wasStoredBefore) {
        // Segments with outcomes have one result.
        SmsPart segment = SmsPart.of(correlationId);
        this.isDuplicate = wasStoredBefore && (storedId == null || isDuplicate);
        this.storedId = segment == null ? correlationId : segment.wholeId();
    }

    @Override
    void complete(@Nullable ReadFailure unread) {
        SmsSendResult end = result;
        String id = storedId;
        if (id != null) {
            ExchangeResults.setStored(exchange.getMessage(), id, isDuplicate);
        }
        if (end != null) {
            results.complete(exchange, end);
        } else if (id == null && unread != null) {
            Message message = exchange.getMessage();
            String given = message.getHeader(SmsConstants.CORRELATION_ID, String.class);
            results.complete(exchange, SmsSendResult.notSent(null, unread.reason(), given));
        } else if (id == null) {
            throw new IllegalStateException("the engine ended without a result");
        }
    }
}
