package io.github.camelsms;

import java.util.Map;

import io.github.camelsms.dispatch.DispatchClock;
import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SafeText;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.support.ScheduledBatchPollingConsumer;

/**
 * Scheduled consumer that keeps polling whatever its route throws.
 */
abstract class RoutingConsumer extends ScheduledBatchPollingConsumer {

    private boolean lastPollFailed;

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

    /** Polls until nothing is left, and returns the number of polled objects. */
    abstract int pollBatches() throws Exception;

    /** Called after a poll has failed. */
    void pollFailed(Throwable failure) {
    }

    /** Called after a poll that succeeded, if the one before it has failed. */
    abstract void pollSucceededAgain();

    @Override
    protected int poll() throws Exception {
        shutdownRunningTask = null;
        try {
            int polled = pollBatches();
            pollEnded(null);
            return polled;
        } catch (Exception | Error e) {
            pollEnded(e);
            throw e;
        }
    }

    /** Records the end of a poll, which may be one of several in {@link #pollBatches()}. */
    final void pollEnded(@Nullable Throwable failure) {
        if (failure != null) {
            pollFailed(failure);
        } else if (lastPollFailed) {
            pollSucceededAgain();
        }
        lastPollFailed = failure != null;
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

    /**
     * Creates an exchange of a batch.
     *
     * @param index index of the exchange in the batch, from 0
     * @param total size of the batch
     */
    final Exchange createExchange(int index, int total) {
        pendingExchanges = total - index;
        Exchange exchange = createExchange(false);
        exchange.setProperty(ExchangePropertyKey.BATCH_INDEX, index);
        exchange.setProperty(ExchangePropertyKey.BATCH_SIZE, total);
        exchange.setProperty(ExchangePropertyKey.BATCH_COMPLETE, index == total - 1);
        return exchange;
    }

    /** Restores kept headers, except those named like the component's, which describe this result or status. */
    static void restore(Message message, Map<String, String> headers) {
        headers.forEach((name, value) -> {
            if (!SmsOptions.isOwnHeader(name)) {
                message.setHeader(name, value);
            }
        });
    }

    /** Passes an exchange to the route and releases it; returns why it failed, for the log, or null if it succeeded. */
    @Nullable
    String route(Exchange exchange) {
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
        return succeeded ? null : reason(failure);
    }

    /**
     * @param failure null if the exchange was rolled back
     */
    static String reason(@Nullable Throwable failure) {
        return failure == null ? "rolled back" : Masked.numbersIn(SafeText.withRootCause(failure));
    }
}
