package io.github.camelsms.send;

import io.github.camelsms.body.ResultHeaders;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * Sink for the result of an exchange of one message.
 */
final class OneResult extends ExchangeSink {

    private final SendResults results;
    private final @Nullable String correlationId;
    private @Nullable SmsSendResult result;

    OneResult(Exchange exchange, AsyncCallback callback, SendResults results, @Nullable String correlationId) {
        super(exchange, callback);
        this.results = results;
        this.correlationId = correlationId;
    }

    @Override
    void add(long index, SmsSendResult messageResult) {
        this.result = messageResult;
    }

    @Override
    void complete(@Nullable ReadFailure unread) {
        SmsSendResult end = result;
        boolean isStored = newlyStored + storedBefore > 0;
        if (isStored) {
            ResultHeaders.setStored(exchange.getMessage(), correlationId, newlyStored == 0);
        }
        if (end != null) {
            results.complete(exchange, end);
        } else if (unread != null) {
            results.complete(
                    exchange, isStored
                            ? SmsSendResult.unknown(null, unread.reason(), correlationId)
                            : SmsSendResult.notSent(null, unread.reason(), correlationId));
        } else if (!isStored) {
            throw new IllegalStateException("the engine ended without a result");
        }
    }
}
