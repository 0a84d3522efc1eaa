package io.github.camelsms.send;

import java.util.List;

import io.github.camelsms.SmsException;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * Sink that completes an exchange, once, also if its results cannot be collected or written: the exchange then fails
 * with that error.
 */
abstract class ExchangeSink implements ResultSink {

    final Exchange exchange;
    private final AsyncCallback callback;
    /** Number of messages or segments that the exchange has stored. */
    int newlyStored;
    /** Number of messages or segments that were not stored again. */
    int storedBefore;
    /** Error while results were collected, or null. */
    private @Nullable Throwable failure;

    ExchangeSink(Exchange exchange, AsyncCallback callback) {
        this.exchange = exchange;
        this.callback = callback;
    }

    /** Collects a result. */
    abstract void add(long index, SmsSendResult result);

    /**
     * Writes the results to the exchange.
     *
     * @param unread why the input could not be read to the end, or null
     */
    abstract void complete(@Nullable ReadFailure unread);

    @Override
    public final void result(long index, SmsSendResult result) {
        try {
            add(index, result);
        } catch (Throwable e) {
            failure = e;
        }
    }

    @Override
    public final void stored(long index, String correlationId, boolean isDuplicate) {
        newlyStored += isDuplicate ? 0 : 1;
        storedBefore += isDuplicate ? 1 : 0;
    }

    @Override
    public final void completed(@Nullable ReadFailure unread) {
        try {
            complete(unread);
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        }
        try {
            if (failure != null) {
                exchange.setException(
                        new SmsException(
                                "the results could not be written to the exchange; its messages may have been sent", List.of(),
                                failure));
            }
        } finally {
            callback.done(false);
        }
    }
}
