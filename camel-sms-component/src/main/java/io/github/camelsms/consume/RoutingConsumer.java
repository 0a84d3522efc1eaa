package io.github.camelsms.consume;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.observe.ExchangeLog;
import io.github.camelsms.observe.Outage;
import io.github.camelsms.observe.RouteMonitor;
import io.github.camelsms.options.SmsOptions;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.support.ScheduledBatchPollingConsumer;

/**
 * Scheduled consumer that keeps polling whatever its route throws. A delivery is acknowledged or released when the unit
 * of work of its exchange is completed, which can be on another thread and after the consumer has stopped.
 */
public abstract class RoutingConsumer extends ScheduledBatchPollingConsumer {

    private final EndpointAccount endpointAccount;
    private final InProgress inProgress = new InProgress();
    private final ExchangeLog log;
    private final ExceptionHandler defaultHandler;
    private final RouteMonitor.Source source;
    private final Outage outage = new Outage(() -> clock().nanos());
    /** Failure of the last poll that was not skipped, or null. */
    private volatile @Nullable Throwable lastFailure;
    private volatile boolean isPolled;

    protected RoutingConsumer(Endpoint endpoint, EndpointAccount endpointAccount, Processor processor,
                              RouteMonitor.Source source,
                              ExchangeLog log) {
        super(endpoint, processor);
        this.endpointAccount = endpointAccount;
        this.source = source;
        this.log = log;
        this.defaultHandler = new DefaultHandler(getExceptionHandler());
        setExceptionHandler(defaultHandler);
    }

    /** Handler of a route without its own. */
    private final class DefaultHandler implements ExceptionHandler {

        private final ExceptionHandler handlerOfCamel;

        private DefaultHandler(ExceptionHandler handlerOfCamel) {
            this.handlerOfCamel = handlerOfCamel;
        }

        @Override
        public void handleException(Throwable failure) {
            handlerOfCamel.handleException(failure);
        }

        @Override
        public void handleException(String message, Throwable failure) {
            logFailedPoll(handlerOfCamel, message, failure);
        }

        @Override
        public void handleException(String message, Exchange exchange, Throwable failure) {
            handlerOfCamel.handleException(message, exchange, failure);
        }
    }

    /**
     * Logs a failed poll, unless the route has its own exception handler.
     *
     * @param handler handler of Camel
     * @param message message of Camel
     */
    protected void logFailedPoll(ExceptionHandler handler, String message, Throwable failure) {
        handler.handleException(message, failure);
    }

    /** Returns the account of the endpoint. */
    protected final EndpointAccount endpointAccount() {
        return endpointAccount;
    }

    /** Creates the health check of this consumer. */
    protected RoutingConsumerHealth newHealthCheck() {
        return new RoutingConsumerHealth(this);
    }

    @Override
    protected void doBuild() throws Exception {
        if (getHealthCheck() == null) {
            RoutingConsumerHealth health = newHealthCheck();
            HealthCheck.State initialState = initialHealthCheckState();
            if (initialState != null) {
                health.setInitialState(initialState);
            }
            setHealthCheck(health);
        }
        super.doBuild();
    }

    /** Returns the component's clock. */
    protected EngineClock clock() {
        return endpointAccount.accounts().clock();
    }

    /** Returns whether another exchange may start: the route is neither stopping nor suspended. */
    protected final boolean isMoreAllowed() {
        return isBatchAllowed() && !isSuspendingOrSuspended();
    }

    /** Polls until nothing is left, and returns the number of polled objects. */
    protected abstract int pollBatches() throws Exception;

    /** Called after a poll has failed. */
    protected void pollFailed(Throwable failure) {
    }

    /** Returns whether the last poll that was not skipped has failed. */
    protected final boolean hasFailed() {
        return lastFailure != null;
    }

    /** Called after a poll that succeeded, if the one before it has failed. */
    protected abstract void pollSucceededAgain();

    /** Records that the current poll has not been skipped: what it polls has responded. */
    protected final void polled() {
        isPolled = true;
    }

    /** Returns whether the current poll has not been skipped. */
    protected final boolean isPolled() {
        return isPolled;
    }

    @Override
    public int poll() throws Exception {
        shutdownRunningTask = null;
        int polled;
        try {
            polled = pollBatches();
        } catch (Exception | Error e) {
            pollEnded(e);
            throw e;
        }
        if (!isPolled) {
            return skipped(polled);
        }
        pollEnded(null);
        return polled;
    }

    /**
     * Ends a poll that was skipped. It leaves everything as it was, also in Camel, whose health would be up otherwise.
     */
    protected final int skipped(int polled) throws Exception {
        Throwable failure = lastFailure;
        if (failure instanceof Exception exception) {
            throw exception;
        } else if (failure instanceof Error error) {
            throw error;
        }
        return polled;
    }

    /** Records the end of a poll, which may be one of several in {@link #pollBatches()}. */
    protected final void pollEnded(@Nullable Throwable failure) {
        boolean isEnd = failure == null && lastFailure != null;
        lastFailure = failure;
        isPolled = false;
        if (failure != null) {
            pollFailed(failure);
        } else if (isEnd) {
            pollSucceededAgain();
        }
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
    protected final Exchange createExchange(int index, int total) {
        pendingExchanges = total - index;
        Exchange exchange = createExchange(false);
        exchange.setProperty(ExchangePropertyKey.BATCH_INDEX, index);
        exchange.setProperty(ExchangePropertyKey.BATCH_SIZE, total);
        exchange.setProperty(ExchangePropertyKey.BATCH_COMPLETE, index == total - 1);
        return exchange;
    }

    /** Restores kept headers, except those named like the component's, which describe this result or status. */
    protected static void restore(Message message, Map<String, String> headers) {
        headers.forEach((name, value) -> {
            if (!SmsOptions.isOwnHeader(name)) {
                message.setHeader(name, value);
            }
        });
    }

    /** Sets Camel's timestamp of a message, if it is known. */
    protected static void setTimestamp(Message message, @Nullable Instant time) {
        if (time != null) {
            message.setHeader(Exchange.MESSAGE_TIMESTAMP, time.toEpochMilli());
        }
    }

    /**
     * Passes an exchange to the route, and returns when the route ends or continues on another thread.
     *
     * @param receiver receives the exchange that has ended, and its failure or null: called once, on any thread
     */
    protected final void route(Exchange exchange, BiConsumer<Exchange, @Nullable Throwable> receiver) {
        long began = clock().nanos();
        ExchangeEnd end = new ExchangeEnd((ended, failure) -> {
            receiver.accept(ended, failure);
            exchangeEnded(began, failure);
        });
        exchange.getExchangeExtension().addOnCompletion(end);
        try {
            boolean isEnded = getAsyncProcessor().process(exchange, isSynchronous -> {
                if (!isSynchronous) {
                    routeEnded(exchange, end);
                }
            });
            if (isEnded) {
                routeEnded(exchange, end);
            }
        } catch (Throwable e) {
            // Camel passes on errors of policies and callbacks, and some after it has called the callback.
            end.failed(exchange, e);
        }
    }

    private void routeEnded(Exchange exchange, ExchangeEnd end) {
        end.routeEnded(exchange);
        releaseExchange(exchange, false);
    }

    /**
     * Reports a failed exchange to the exception handler of the route, or logs it if there is none.
     */
    protected final void exchangeFailed(Exchange exchange, Throwable failure, Runnable log) {
        ExceptionHandler handler = getExceptionHandler();
        if (handler == defaultHandler) {
            log.run();
            return;
        }
        try {
            handler.handleException(
                    "SMS account " + endpointAccount.label() + ": an exchange failed, and is redelivered", exchange,
                    failure);
        } catch (RuntimeException | Error e) {
            log.run();
        }
    }

    public final InProgress inProgress() {
        return inProgress;
    }

    /** Waits for a short time until there is room for so many deliveries in progress, and returns whether there is. */
    protected final boolean awaitRoom(int deliveries) {
        boolean hasRoom = inProgress.awaitRoom(deliveries, this::isMoreAllowed);
        if (!hasRoom && isMoreAllowed()) {
            log.tooManyInProgress(endpointAccount.label(), inProgress.count());
        }
        return hasRoom;
    }

    /** Called when an exchange has succeeded, if the one before it has failed. */
    protected abstract void exchangesSucceedAgain();

    /** Returns for how long all exchanges have failed; zero if they do not. */
    final Duration failingFor() {
        return outage.time();
    }

    private void exchangeEnded(long began, @Nullable Throwable failure) {
        if (failure == null && outageEnded()) {
            exchangesSucceedAgain();
        } else if (failure != null && isRunAllowed() && outage.failed(began)) {
            monitorRoute(routes -> routes.failing(source, outage, reason(failure)));
        }
    }

    /** Ends the outage of the route, and returns whether there was one. */
    private boolean outageEnded() {
        boolean isEnd = outage.succeeded();
        if (isEnd) {
            monitorRoute(routes -> routes.ended(outage));
        }
        return isEnd;
    }

    private void monitorRoute(Consumer<RouteMonitor> action) {
        SmsAccount account = endpointAccount.current();
        if (account != null) {
            action.accept(account.monitor().routes());
        }
    }

    /** Called when exchanges have not ended in time. */
    final void exchangesNotEnded(int deliveries) {
        log.notEnded(endpointAccount.label(), deliveries, ClaimedBatch.MAX_TIME_ELSEWHERE);
    }

    @Override
    public boolean deferShutdown(ShutdownRunningTask task) {
        boolean isDeferred = super.deferShutdown(task);
        inProgress.wake();
        return isDeferred;
    }

    @Override
    protected void doSuspend() throws Exception {
        super.doSuspend();
        inProgress.wake();
    }

    @Override
    protected void doStop() throws Exception {
        inProgress.wake();
        super.doStop();
        outageEnded();
    }

    protected static String reason(Throwable failure) {
        return Masked.numbersIn(SafeText.withRootCause(failure));
    }
}
