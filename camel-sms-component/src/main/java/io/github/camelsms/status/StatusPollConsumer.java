package io.github.camelsms.status;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsQueryException;
import io.github.camelsms.account.AccountUse;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.SystemClock;
import io.github.camelsms.consume.RoutingConsumer;
import io.github.camelsms.consume.RoutingConsumerHealth;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsPart;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.observe.ExchangeLog;
import io.github.camelsms.observe.RouteMonitor;
import io.github.camelsms.observe.StatusLog;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.spi.ExceptionHandler;

/**
 * Scheduled consumer of an account's statuses: the account's only poller in this process, with a health check.
 */
public abstract class StatusPollConsumer extends RoutingConsumer {

    private final SmsConfiguration options;
    private final StatusLog log = new StatusLog(this::nanosOfLog);
    /** With the option concurrentConsumers, Camel's scheduler runs several polls at once. */
    private final AtomicBoolean isPollRunning = new AtomicBoolean();
    private @Nullable AccountUse use;
    /** On the monotonic clock. */
    private volatile @Nullable Long startedOrResumedAt;

    StatusPollConsumer(Endpoint endpoint, SmsConfiguration options, EndpointAccount endpointAccount, Processor processor) {
        super(endpoint, endpointAccount, processor, RouteMonitor.Source.STATUSES,
              ExchangeLog.ofStatuses(SystemClock::monotonicNanos));
        this.options = options;
    }

    /** Called when the consumer has joined its account. */
    void joined(SmsAccount account) {
    }

    /** Called when the consumer has left its account. */
    void left(SmsAccount account) {
    }

    @Override
    public final int poll() throws Exception {
        if (!isPollRunning.compareAndSet(false, true)) {
            return skipped(0);
        }
        try {
            return super.poll();
        } finally {
            isPollRunning.set(false);
        }
    }

    @Override
    protected final void pollFailed(Throwable failure) {
        account().monitor().statuses().pollFailed(
                failure instanceof SmsQueryException ? SafeText.message(failure) : failure.getClass().getSimpleName());
    }

    /** Logs the remedy, and repeats the line once a minute only. */
    @Override
    protected final void logFailedPoll(ExceptionHandler handler, String message, Throwable failure) {
        log.pollFailed(account().label(), failure);
    }

    @Override
    protected final void exchangesSucceedAgain() {
        log.exchangesSucceedAgain(account().label());
    }

    @Override
    protected final void pollSucceededAgain() {
        account().monitor().statuses().pollsWork();
        String other = otherPoller();
        if (other == null) {
            log.readAgain(account().label());
        } else {
            log.leftTo(account().label(), other);
        }
    }

    /** Returns the node that polls instead of this one, or null. */
    @Nullable
    String otherPoller() {
        return null;
    }

    @Override
    protected final RoutingConsumerHealth newHealthCheck() {
        return new StatusPollHealth(this);
    }

    @Override
    protected void doStart() throws Exception {
        AccountUse currentUse
                = endpointAccount().join(AccountUse.Purpose.POLLING);
        use = currentUse;
        startedOrResumedAt = clock().nanos();
        try {
            joined(currentUse.account());
            super.doStart();
        } catch (Exception | Error e) {
            // Camel stops a consumer that failed to start only after an exception, not after an error.
            currentUse.close();
            throw e;
        }
    }

    @Override
    protected void doResume() throws Exception {
        startedOrResumedAt = clock().nanos();
        super.doResume();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        AccountUse currentUse = use;
        if (currentUse != null) {
            currentUse.close();
            currentUse.account().monitor().statuses().pollsWork();
            left(currentUse.account());
        }
    }

    /**
     * Returns the time since the last successful poll, the start or the last resume, whichever was last; null before
     * the first start. It does not depend on the wall clock.
     */
    @Nullable
    public Duration timeSincePollOrStart() {
        Duration sinceStart = timeSince(startedOrResumedAt);
        return sinceStart == null
                ? null : StatusPollHealth.shorter(sinceStart, account().monitor().statuses().timeSinceLastPoll());
    }

    /** Returns the time since a time on the monotonic clock, or null. */
    final @Nullable Duration timeSince(@Nullable Long nanos) {
        return nanos == null ? null : Duration.ofNanos(clock().nanos() - nanos);
    }

    final Exchange createExchange(SmsStatus status, int index, int total) {
        Exchange exchange = createExchange(index, total);
        Message message = exchange.getMessage();
        message.setBody(status);
        message.setHeader(SmsConstants.CORRELATION_ID, status.correlationId());
        message.setHeader(SmsConstants.DESTINATION, status.destination());
        message.setHeader(SmsConstants.DELIVERY_STATUS, status.status().name());
        message.setHeader(SmsConstants.SENT_DATE, status.sentDate());
        setTimestamp(message, status.sentDate());
        SmsPart part = SmsPart.of(status.correlationId());
        message.setHeader(SmsConstants.WHOLE_CORRELATION_ID, part == null ? status.correlationId() : part.wholeId());
        if (part != null) {
            message.setHeader(SmsConstants.PART, part.part());
            message.setHeader(SmsConstants.PARTS, part.parts());
        }
        return exchange;
    }

    /** Counts and reports a failed exchange. */
    final void statusesFailed(Exchange exchange, Throwable failure, Runnable log) {
        account().monitor().statuses().exchangeFailed();
        exchangeFailed(exchange, failure, log);
    }

    /** Returns the time for the log. The component's clock ends before the last line. */
    long nanosOfLog() {
        return SystemClock.monotonicNanos();
    }

    final SmsConfiguration options() {
        return options;
    }

    final StatusLog log() {
        return log;
    }

    final SmsAccount account() {
        return endpointAccount().started(use, "consumer").account();
    }
}
