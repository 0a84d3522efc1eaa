package io.github.camelsms;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;

import io.github.camelsms.client.SmsServiceClient;
import io.github.camelsms.client.StatusAnswer;
import io.github.camelsms.model.SmsPart;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.monitor.StatusMonitor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.support.ScheduledBatchPollingConsumer;

/**
 * Polls the statuses not consulted yet, one exchange each.
 * <p>
 * The service answers a status once (interface, "Query statuses not yet consulted"), so what was read is held until its
 * exchange has succeeded: a block that was read is routed to its end even while the route stops, a failed exchange is
 * offered again on the next poll, and an answer that was not understood is kept and reported.
 */
public class SmsStatusConsumer extends ScheduledBatchPollingConsumer {

    private static final Logger LOG = LoggerFactory.getLogger(SmsStatusConsumer.class);

    private static final int MOST_HELD = 10_000;
    private static final int MOST_UNRECOGNIZED = 100;
    /** From this HTTP status on, an answer is a gateway's page and holds no statuses. */
    private static final int FIRST_REDIRECT = 300;

    /** Statuses that were read and whose exchanges have not succeeded; the account's own once started. */
    private Deque<SmsStatus> held = new ConcurrentLinkedDeque<>();
    private final Deque<String> unrecognized = new ConcurrentLinkedDeque<>();
    private final RepeatedLine failedExchanges = new RepeatedLine(LOG, this::nanos);
    private final RepeatedLine notUnderstood = new RepeatedLine(LOG, this::nanos);
    private boolean lastPollFailed;
    private @Nullable SmsAccount account;
    private @Nullable SmsServiceClient client;
    private volatile @Nullable Instant startedAt;

    SmsStatusConsumer(SmsEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
    }

    @Override
    public SmsEndpoint getEndpoint() {
        return (SmsEndpoint) super.getEndpoint();
    }

    /**
     * Answers of the service that were not understood, oldest first, as they came. They may hold phone numbers. Polling
     * stops when there are 100, so that no more statuses are consumed in vain.
     */
    public List<String> getUnrecognizedAnswers() {
        return List.copyOf(unrecognized);
    }

    @Override
    public int processBatch(Queue<Object> exchanges) {
        int total = exchanges.size();
        int succeeded = 0;
        for (int index = 0; index < total; index++) {
            pendingExchanges = total - index;
            SmsStatus status = (SmsStatus) exchanges.remove();
            if (process(status, index, total)) {
                succeeded++;
                held.remove(status);
            }
        }
        pendingExchanges = 0;
        return succeeded;
    }

    @Override
    protected int poll() throws Exception {
        StatusMonitor monitor = account().monitor().statuses();
        try {
            int polled = pollBlocks();
            if (lastPollFailed) {
                LOG.warn("SMS account {}: statuses are read again; nothing needs to be done", account().label());
            }
            lastPollFailed = false;
            return polled;
        } catch (Exception e) {
            lastPollFailed = true;
            monitor.pollFailed(e instanceof SmsQueryException ? String.valueOf(e.getMessage()) : e.getClass().getSimpleName());
            throw e;
        }
    }

    private int pollBlocks() throws Exception {
        shutdownRunningTask = null;
        int polled = processBatch(new ArrayDeque<>(held));
        boolean more = true;
        while (more && isRunAllowed() && shutdownRunningTask == null) {
            checkRoom();
            StatusAnswer answer = client().readNotConsulted();
            if (answer instanceof StatusAnswer.Failed failed) {
                polled += route(failed.readSoFar());
                throw failed(failed);
            }
            StatusAnswer.Statuses block = (StatusAnswer.Statuses) answer;
            account().monitor().statuses().answered();
            LOG.debug("SMS account {}: {} statuses were read", account().label(), block.statuses().size());
            polled += route(block.statuses());
            more = block.fullBlock();
        }
        return polled;
    }

    @Override
    protected void doBuild() throws Exception {
        if (getHealthCheck() == null) {
            StatusPollHealth health = new StatusPollHealth(this);
            HealthCheck.State initialState = initialHealthCheckState();
            if (initialState != null) {
                health.setInitialState(initialState);
            }
            setHealthCheck(health);
        }
        super.doBuild();
    }

    @Override
    protected void doStart() throws Exception {
        SmsAccount ours = getEndpoint().getComponent().accounts().account(getEndpoint());
        client = ours.useForPolling(getEndpoint());
        account = ours;
        held = ours.heldStatuses();
        startedAt = now();
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        SmsAccount ours = account;
        if (ours != null) {
            ours.leave(getEndpoint());
        }
        if (!held.isEmpty()) {
            LOG.warn(
                    "SMS account {}: {} statuses were read but their exchanges failed; they are offered again if this route starts again, and can be found by date: {}",
                    account().label(), held.size(), ids(held));
        }
    }

    /** When a poll last succeeded, or the consumer started if that was later; null before. */
    @Nullable
    Instant lastPollOrStart() {
        Instant start = startedAt;
        Instant poll = start == null ? null : account().monitor().statuses().lastPoll();
        return poll == null || poll.isBefore(start) ? start : poll;
    }

    private long nanos() {
        return getEndpoint().getComponent().accounts().clock().nanos();
    }

    Instant now() {
        return getEndpoint().getComponent().accounts().clock().instant();
    }

    private int route(List<SmsStatus> statuses) {
        account().monitor().statuses().read(statuses);
        held.addAll(statuses);
        processBatch(new ArrayDeque<>(statuses));
        return statuses.size();
    }

    private boolean process(SmsStatus status, int index, int total) {
        Exchange exchange = createExchange(false);
        exchange.getMessage().setBody(status);
        exchange.getMessage().setHeader(SmsConstants.CORRELATION_ID, status.correlationId());
        exchange.getMessage().setHeader(SmsConstants.DESTINATION, status.destination());
        exchange.getMessage().setHeader(SmsConstants.DELIVERY_STATUS, status.status().name());
        exchange.getMessage().setHeader(SmsConstants.SENT_DATE, status.sentDate());
        setPart(exchange.getMessage(), status.correlationId());
        exchange.setProperty(ExchangePropertyKey.BATCH_INDEX, index);
        exchange.setProperty(ExchangePropertyKey.BATCH_SIZE, total);
        exchange.setProperty(ExchangePropertyKey.BATCH_COMPLETE, index == total - 1);
        Exception failure;
        try {
            getProcessor().process(exchange);
            failure = exchange.getException();
        } catch (Exception e) {
            failure = e;
        }
        boolean succeeded = failure == null && !exchange.isRollbackOnly();
        releaseExchange(exchange, false);
        if (!succeeded) {
            account().monitor().statuses().exchangeFailed();
            failedExchanges.log(
                    Level.WARN,
                    "SMS account {}: status of message {} was not processed and is offered again on the next poll: {}. Repair what the route does with it",
                    account().label(), status.correlationId(), failure == null ? "rolled back" : failure.toString());
        }
        return succeeded;
    }

    private static void setPart(Message message, @Nullable String correlationId) {
        SmsPart part = SmsPart.of(correlationId);
        message.setHeader(SmsConstants.WHOLE_CORRELATION_ID, part == null ? correlationId : part.wholeId());
        if (part != null) {
            message.setHeader(SmsConstants.PART, part.part());
            message.setHeader(SmsConstants.PARTS, part.parts());
        }
    }

    private void checkRoom() throws SmsQueryException {
        if (held.size() >= MOST_HELD) {
            throw new SmsQueryException(
                    held.size() + " statuses wait for their exchanges to succeed; none are read until they do: see the route's errors",
                    null, List.of(), null);
        }
        if (unrecognized.size() >= MOST_UNRECOGNIZED) {
            throw new SmsQueryException(
                    unrecognized.size()
                                        + " answers of the service were not understood and are kept; none are read until the route is restarted: check baseUrl and the service's version",
                    null, List.of(), null);
        }
    }

    private SmsQueryException failed(StatusAnswer.Failed failed) {
        String answer = failed.unrecognizedAnswer();
        Integer code = failed.code();
        boolean holdsStatuses = code == null || code < FIRST_REDIRECT;
        if (answer != null && holdsStatuses) {
            unrecognized.add(answer);
            notUnderstood.log(
                    Level.WARN,
                    "SMS account {}: an answer to a poll was not understood and is kept: {}. It may hold statuses: see getUnrecognizedAnswers(), and check baseUrl and what stands between you and the service",
                    account().label(), failed.reason());
        }
        return StatusFailures.exception(account().label(), failed, failed.readSoFar());
    }

    private SmsServiceClient client() {
        return getEndpoint().started(client, "consumer");
    }

    private SmsAccount account() {
        return getEndpoint().started(account, "consumer");
    }

    private static String ids(Collection<SmsStatus> statuses) {
        List<String> ids = new ArrayList<>();
        statuses.forEach(status -> ids.add(String.valueOf(status.correlationId())));
        return ids.stream().limit(MOST_UNRECOGNIZED).collect(Collectors.joining(", "));
    }
}
