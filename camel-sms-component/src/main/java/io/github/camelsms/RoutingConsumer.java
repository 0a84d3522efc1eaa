package io.github.camelsms;

import io.github.camelsms.dispatch.DispatchClock;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.ScheduledBatchPollingConsumer;

/**
 * Scheduled consumer that keeps polling whatever its route throws.
 */
abstract class RoutingConsumer extends ScheduledBatchPollingConsumer {

    /**
     * Failure of an exchange.
     *
     * @param cause null if the exchange was rolled back
     */
    record Failure(@Nullable Throwable cause) {
    }

    RoutingConsumer(SmsEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
    }

    @Override
    public SmsEndpoint getEndpoint() {
        return (SmsEndpoint) super.getEndpoint();
    }

    /** Returns the component's clock. */
    DispatchClock clock() {
        return getEndpoint().getComponent().accounts().clock();
    }

    /** Returns whether another exchange may start: the route is neither stopping nor suspended. */
    final boolean isMoreAllowed() {
        return isBatchAllowed() && !isSuspendingOrSuspended();
    }

    /** Does not throw, because Camel's scheduler would never poll again. */
    @Override
    public void run() {
        try {
            super.run();
        } catch (Error e) {
            // Logged by Camel. The next poll follows as usual.
            return;
        }
    }

    /** Passes an exchange to the route and releases it; returns why it failed, or null if it succeeded. */
    @Nullable
    Failure route(Exchange exchange) {
        Throwable failure;
        try {
            getProcessor().process(exchange);
            failure = exchange.getException();
        } catch (Throwable e) {
            // Camel passes on errors of policies and callbacks.
            failure = e;
        }
        boolean succeeded = failure == null && !exchange.isRollbackOnly() && !exchange.isRollbackOnlyLast();
        releaseExchange(exchange, false);
        return succeeded ? null : new Failure(failure);
    }
}
