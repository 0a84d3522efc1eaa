package io.github.camelsms.consume;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.RollbackExchangeException;
import org.apache.camel.spi.Synchronization;

/**
 * End of a consumer's exchange: it has failed as soon as its route or the unit of work has, and succeeded when both
 * have. The route can hand the unit of work over to another exchange, as seda does. Then it is completed later, on
 * another thread, or never. Thread-safe.
 */
final class ExchangeEnd implements Synchronization {

    private final BiConsumer<Exchange, @Nullable Throwable> receiver;
    private final AtomicBoolean isFirstCompleted = new AtomicBoolean();
    private final AtomicBoolean isReported = new AtomicBoolean();

    /**
     * @param receiver called once, with the failed exchange and its failure, or with one that has succeeded and null
     */
    ExchangeEnd(BiConsumer<Exchange, @Nullable Throwable> receiver) {
        this.receiver = receiver;
    }

    @Override
    public void onComplete(Exchange exchange) {
        completed(exchange);
    }

    @Override
    public void onFailure(Exchange exchange) {
        completed(exchange);
    }

    /** Called when the route has ended. */
    void routeEnded(Exchange exchange) {
        if (exchange.getExchangeExtension().containsOnCompletion(this)) {
            // The processor of this consumer is not a route, and has no unit of work.
            completed(exchange);
        }
        completed(exchange);
    }

    /** Called if the route has thrown. */
    void failed(Exchange exchange, Throwable failure) {
        if (isReported.compareAndSet(false, true)) {
            receiver.accept(exchange, failure);
        }
    }

    private void completed(Exchange exchange) {
        if (exchange.getException() != null) {
            failed(exchange, exchange.getException());
        } else if (exchange.isRollbackOnly() || exchange.isRollbackOnlyLast()) {
            failed(exchange, new RollbackExchangeException("rolled back", exchange));
        } else if (!isFirstCompleted.compareAndSet(false, true) && isReported.compareAndSet(false, true)) {
            receiver.accept(exchange, null);
        }
    }
}
