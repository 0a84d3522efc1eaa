package io.github.camelsms.send;

import io.github.camelsms.body.ResultHeaders;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * Sink for the result of an exchange of one message.
 */
final class OneResult extends ExchangeSink {

    private final SendResults results;
    private final SmsMessage message;
    private @Nullable SmsSendResult result;

    OneResult(Exchange exchange, AsyncCallback callback, SendResults results, SmsMessage message) {
        super(exchange, callback);
        this.results = results;
        this.message = message;
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
            ResultHeaders.setStored(exchange.getMessage(), message.correlationId(), newlyStored == 0);
        }
        if (end != null) {
            results.complete(exchange, end);
        } else if (unread != null) {
            SmsSendResult unfinished = isStored
                    ? SmsSendResult.unknown(null, unread.reason(), message.correlationId())
                    : SmsSendResult.notSent(null, unread.reason(), message.correlationId());
            results.complete(exchange, unfinished.about(message));
        } else if (!isStored) {
            throw new IllegalStateException("the engine ended without a result");
        }
    }
}
