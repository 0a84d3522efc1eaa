package io.github.camelsms;

import io.github.camelsms.dispatch.ReadFailure;
import io.github.camelsms.dispatch.ResultSink;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * Sink that completes an exchange, once, also if its results cannot be written: the exchange then fails with that
 * error.
 */
abstract class ExchangeSink implements ResultSink {

    final Exchange exchange;
    private final AsyncCallback callback;

    ExchangeSink(Exchange exchange, AsyncCallback callback) {
        this.exchange = exchange;
        this.callback = callback;
    }

    /**
     * Writes the results to the exchange.
     *
     * @param unread why the input could not be read to the end, or null
     */
    abstract void complete(@Nullable ReadFailure unread);

    @Override
    public final void completed(@Nullable ReadFailure unread) {
        try {
            complete(unread);
        } catch (Throwable e) {
            exchange.setException(e);
        } finally {
            callback.done(false);
        }
    }
}
