package io.github.camelsms.results;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SystemClock;
import io.github.camelsms.body.ResultHeaders;
import io.github.camelsms.consume.RoutingConsumer;
import io.github.camelsms.consume.VisibilityTimeout;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.Remedy;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.observe.ExchangeLog;
import io.github.camelsms.observe.ResultLog;
import io.github.camelsms.observe.RouteMonitor;
import io.github.camelsms.store.MessageResults;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.spi.ExceptionHandler;

/**
 * Consumer of the outcomes of stored messages, which creates one exchange for each, or, with the option batching, for
 * those of a batch that have the same stored headers.
 * <p>
 * An outcome is acknowledged in the message store after its exchange has succeeded, and redelivered otherwise. Any node
 * may consume it: a batch is hidden from other nodes while one processes it, however long that takes.
 */
public class SmsResultsConsumer extends RoutingConsumer {

    /** Maximum number of outcomes that are claimed, acknowledged and released together. */
    static final int MAX_BATCH = 200;

    private final ResultLog log = new ResultLog(SystemClock::monotonicNanos);
    private final String account;
    private final boolean isBatching;
    private @Nullable MessageStore store;

    public SmsResultsConsumer(Endpoint endpoint, SmsConfiguration options, EndpointAccount endpointAccount,
                              Processor processor) {
        super(endpoint, endpointAccount, processor, RouteMonitor.Source.RESULTS,
              ExchangeLog.ofResults(SystemClock::monotonicNanos));
        this.account = endpointAccount.label();
        this.isBatching = options.isBatching();
    }

    /** Logs the remedy, and repeats the line once a minute only. */
    @Override
    protected void logFailedPoll(ExceptionHandler handler, String message, Throwable failure) {
        log.pollFailed(account, failure);
    }

    @Override
    public int processBatch(Queue<Object> exchanges) {
        ResultBatch batch = process(exchanges.stream().map(SmsResultDelivery.class::cast).toList());
        StoreCalls.await(batch.settle());
        return batch.succeeded();
    }

    private ResultBatch process(List<SmsResultDelivery> deliveries) {
        ResultBatch batch = batch(deliveries);
        try {
            List<List<SmsResultDelivery>> exchanges = exchanges(deliveries);
            int total = exchanges.size();
            for (int index = 0; index < total; index++) {
                List<SmsResultDelivery> outcomes = exchanges.get(index);
                if (!isMoreAllowed() || !batch.isTimeForMore()) {
                    batch.unprocessed(outcomes);
                } else {
                    process(outcomes, index, total, batch);
                }
            }
        } catch (RuntimeException | Error e) {
            batch.abandon();
            throw e;
        } finally {
            pendingExchanges = 0;
        }
        return batch;
    }

    private ResultBatch batch(List<SmsResultDelivery> deliveries) {
        return new ResultBatch(this, results(), deliveries, failure -> log.pollFailed(account, failure));
    }

    @Override
    protected int pollBatches() {
        if (!awaitRoom(MAX_BATCH)) {
            return 0;
        }
        List<SmsResultDelivery> claimed = StoreCalls.await(claim(), this::release);
        int polled = 0;
        while (true) {
            ResultBatch batch = process(claimed);
            polled += claimed.size();
            // If nothing succeeded, the next batch waits for the next poll.
            boolean hasMore = claimed.size() == MAX_BATCH && (batch.succeeded() > 0 || batch.isInProgress());
            CompletionStage<Void> settled = batch.settle();
            if (!hasMore || !awaitRoom(MAX_BATCH)) {
                StoreCalls.await(settled);
                polled();
                return polled;
            }
            // Both calls are made before either is awaited, so that they can share a commit.
            CompletionStage<List<SmsResultDelivery>> next = claim();
            try {
                StoreCalls.await(settled);
            } catch (SmsStoreException e) {
                next.thenAccept(this::release);
                throw e;
            }
            claimed = StoreCalls.await(next, this::release);
        }
    }

    @Override
    protected void exchangesSucceedAgain() {
        log.exchangesSucceedAgain(account);
    }

    @Override
    protected void pollSucceededAgain() {
        log.pollsSucceedAgain(account);
    }

    private CompletionStage<List<SmsResultDelivery>> claim() {
        return StoreCalls.start(() -> results().claim(account, MAX_BATCH, VisibilityTimeout.VISIBILITY));
    }

    private void release(List<SmsResultDelivery> deliveries) {
        ResultBatch batch = batch(deliveries);
        batch.unprocessed(deliveries);
        batch.settle();
    }

    /** Returns the outcomes of each exchange. */
    private List<List<SmsResultDelivery>> exchanges(List<SmsResultDelivery> deliveries) {
        return isBatching
                ? List.copyOf(deliveries.stream().collect(Collectors.groupingBy(
                        delivery -> delivery.message().headers(), LinkedHashMap::new, Collectors.toList())).values())
                : deliveries.stream().map(List::of).toList();
    }

    private void process(List<SmsResultDelivery> outcomes, int index, int total, ResultBatch batch) {
        SmsStoredMessage first = outcomes.get(0).message();
        List<@Nullable SmsSendResult> results = outcomes.stream().map(delivery -> delivery.message().result()).toList();
        if (results.contains(null)) {
            batch.failed(outcomes);
            logFailed(first, outcomes, new IllegalStateException("a message has no outcome"));
            return;
        }
        route(createExchange(first, results, index, total), (exchange, failure) -> {
            if (failure == null) {
                batch.succeeded(outcomes);
            } else {
                batch.failed(outcomes);
                exchangeFailed(exchange, failure, () -> logFailed(first, outcomes, failure));
            }
        });
    }

    private void logFailed(SmsStoredMessage first, List<SmsResultDelivery> outcomes, Throwable failure) {
        log.exchangeFailed(account, first.correlationId(), outcomes.size(), reason(failure), Remedy.ofRoute(failure));
    }

    private Exchange createExchange(SmsStoredMessage first, List<SmsSendResult> results, int index, int total) {
        Exchange exchange = createExchange(index, total);
        Message message = exchange.getMessage();
        restore(message, first.headers());
        if (isBatching) {
            exchange.setProperty(ExchangePropertyKey.BATCH_SIZE, results.size());
            message.setBody(results);
            return exchange;
        }
        if (first.message().destination() != null) {
            message.setHeader(SmsConstants.DESTINATION, first.message().destination());
        }
        SmsSendResult result = results.get(0);
        ResultHeaders.set(message, result);
        setTimestamp(message, result.sentAt());
        message.setBody(result);
        return exchange;
    }

    @Override
    protected void doStart() throws Exception {
        store = endpointAccount().requireStore("sms:results");
        super.doStart();
    }

    private MessageResults results() {
        // Not cached, because the store is reopened when the component restarts.
        return endpointAccount().started(store, "consumer").results();
    }
}
