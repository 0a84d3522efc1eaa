package io.github.camelsms.send;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import io.github.camelsms.SmsCompleteOn;
import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsInput;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.account.AccountLease;
import io.github.camelsms.account.AccountStore;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.SmsAccounts;
import io.github.camelsms.account.SystemClock;
import io.github.camelsms.body.Container;
import io.github.camelsms.body.ElementSource;
import io.github.camelsms.body.PartResults;
import io.github.camelsms.body.PartSource;
import io.github.camelsms.body.ResultHeaders;
import io.github.camelsms.body.SendBodyReader;
import io.github.camelsms.body.SingleMessage;
import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.SendEngine;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.stored.StoredEngine;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.observe.RequestTracing;
import io.github.camelsms.options.SmsOptions;
import io.github.camelsms.text.MessageParts;
import io.github.camelsms.text.SmsLongMessage;
import io.github.camelsms.text.TextRules;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * Producer that submits the messages of exchanges to their account's engine. It blocks the caller's thread only with
 * the option blockWhenFull; exchanges continue on the component's threads.
 */
public final class SmsSendProducer extends DefaultAsyncProducer {

    /** Interval at which a caller that waits for a full queue looks at it again. */
    private static final Duration FULL_QUEUE_DELAY = Duration.ofMillis(10);

    private final SmsConfiguration options;
    private final EndpointAccount endpointAccount;
    private final TextRules texts;
    private final SendBodyReader bodies;
    private final SendResults results;
    private final boolean isCompleteWhenStored;
    /** Names of the headers that are stored with a message. */
    private final List<String> keptHeaders;
    private final SubmitOptions submitOptions;
    /** Store of messages that join the caller's transaction; otherwise null. */
    private @Nullable AccountStore transactionalStore;
    private RequestTracing tracing = RequestTracing.NONE;
    private @Nullable AccountLease lease;
    private @Nullable Started started;

    /** What the producer uses from its start. */
    private record Started(SendEngine engine, RedeliveryGuard redeliveries, RouteWarnings warnings) {
    }

    public SmsSendProducer(Endpoint endpoint, SmsConfiguration options, EndpointAccount endpointAccount) {
        super(endpoint);
        this.options = options;
        this.endpointAccount = endpointAccount;
        this.texts = SmsOptions.texts(options);
        // In a message store, the correlation id identifies a message.
        boolean isStored = endpointAccount.store() != null;
        this.bodies = new SendBodyReader(
                SmsOptions.zone(options), options.isAutoCorrelationId() || isStored, texts, SmsOptions.numbers(options),
                options.isAllowTextList());
        this.results = new SendResults(options.isThrowExceptionOnRejected());
        this.isCompleteWhenStored = options.getCompleteOn() == SmsCompleteOn.stored;
        this.keptHeaders = SmsOptions.keptHeaders(options);
        this.submitOptions = new SubmitOptions(
                Duration.ofMillis(options.getDeliveryTimeout()), isCompleteWhenStored, options.isOfferResults(), Map.of());
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        boolean isDone = true;
        try {
            isDone = send(exchange, callback);
        } catch (Throwable e) {
            ResultHeaders.removeAll(exchange.getMessage());
            exchange.setException(e);
        }
        if (isDone) {
            callback.done(true);
        }
        return isDone;
    }

    @Override
    protected void doStart() throws Exception {
        if (isCompleteWhenStored) {
            endpointAccount.requireStore("Option completeOn=stored");
        }
        if (!keptHeaders.isEmpty()) {
            endpointAccount.requireStore("Option keepHeaders");
        }
        super.doStart();
        if (endpointAccount.isMocked()) {
            return;
        }
        SmsAccounts accounts = endpointAccount.accounts();
        tracing = accounts.tracing();
        AccountLease currentLease = endpointAccount.join(AccountLease.Purpose.SENDING);
        lease = currentLease;
        SmsAccount account = currentLease.account();
        if (isCompleteWhenStored && options.isOfferResults()) {
            endpointAccount.outcomesAreKept();
        }
        boolean isStored = account.stored() != null;
        started = new Started(
                account.engine(), new RedeliveryGuard(account.label(), options.isRedeliverUnknown(), isStored),
                new RouteWarnings(
                        getEndpoint().toString(), options.isJoinTransaction(), isStored, account.monitor(),
                        accounts.clock()::nanos));
        transactionalStore = options.isJoinTransaction() ? account.stored() : null;
    }

    @Override
    protected void doStop() throws Exception {
        AccountLease currentLease = lease;
        if (currentLease != null) {
            currentLease.close();
        }
        super.doStop();
    }

    /** Returns whether the exchange is complete. Otherwise, its callback is called when it is. */
    private boolean send(Exchange exchange, AsyncCallback callback) throws Exception {
        if (RedeliveryGuard.failsAgain(exchange)) {
            return true;
        }
        Started current = started;
        Object given = exchange.getMessage().getBody();
        if (current == null && Container.isReadOnce(given)) {
            throw new SmsNotSentException("no message was sent: " + notStarted(), List.of());
        }
        MessageSource body = bodies.read(exchange);
        CheckedMessage checked = body instanceof SingleMessage single ? single.checked() : null;
        SmsMessage message = checked instanceof CheckedMessage.Valid valid ? valid.message() : null;
        ResultHeaders.removeEarlier(exchange.getMessage());
        if (message != null && texts.splits(message)) {
            exchange.getMessage().setHeader(SmsConstants.PARTS, MessageParts.count(message));
        }
        if (checked instanceof CheckedMessage.Rejected rejected) {
            AccountLease currentLease = lease;
            if (currentLease != null) {
                currentLease.account().rejected(rejected.result());
            }
            results.complete(exchange, rejected.result());
            return true;
        }
        if (current == null) {
            refuse(exchange, body, message);
            return true;
        }
        SmsSendResult accepted = message == null ? null : current.redeliveries.accepted(exchange, message);
        if (accepted != null) {
            results.complete(exchange, accepted);
            exchange.getMessage().setHeader(SmsConstants.DUPLICATE, true);
            return true;
        }
        current.warnings.check(exchange, message);
        awaitSpace();
        // Messages in a transaction are stored on this thread.
        boolean isInTransaction = transactionalStore != null;
        AsyncCallback ending = doneSync -> {
            try {
                current.redeliveries.ended(exchange, message, isReadOnce(given, body) ? given : null);
            } finally {
                if (!isInTransaction) {
                    callback.done(doneSync);
                }
            }
        };
        if (message == null) {
            submitMany(current.engine, exchange, (ElementSource) body, given instanceof SmsInput input ? input : null, ending);
        } else {
            submitOne(current.engine, exchange, body, message, ending);
        }
        return isInTransaction;
    }

    /** Waits on the caller's thread while the account's queue is full. */
    private void awaitSpace() {
        AccountLease current = lease;
        if (!options.isBlockWhenFull() || current == null) {
            return;
        }
        SystemClock clock = endpointAccount.accounts().clock();
        try {
            while (current.account().isQueueFull() && isRunAllowed()) {
                clock.sleep(FULL_QUEUE_DELAY);
            }
        } catch (InterruptedException e) {
            // The pool of the caller is shutting down. The message waits without the thread.
            Thread.currentThread().interrupt();
        }
    }

    /** Completes an exchange before this producer has started. */
    private void refuse(Exchange exchange, MessageSource body, @Nullable SmsMessage message) {
        if (message != null) {
            results.complete(exchange, SmsSendResult.notSent(null, notStarted(), message.correlationId()));
        } else {
            UnstartedSend.refuse(body, notStarted(), many(exchange, doneSync -> ((ElementSource) body).close()));
        }
    }

    private static boolean isReadOnce(@Nullable Object given, MessageSource body) {
        return body instanceof ElementSource elements && elements.isReadOnce()
                || Container.isReadOnce(given) && !(given instanceof Iterator<?>);
    }

    private SubmitOptions submitOptions(Exchange exchange) {
        if (keptHeaders.isEmpty()) {
            return submitOptions;
        }
        Map<String, String> kept = new HashMap<>();
        for (String name : keptHeaders) {
            String value = exchange.getMessage().getHeader(name, String.class);
            if (value != null) {
                kept.put(name, value);
            }
        }
        return submitOptions.withKeptHeaders(kept);
    }

    /** Follows the exchange unless it completes before its messages are sent. */
    private ResultSink follow(Exchange exchange, ResultSink sink) {
        return isCompleteWhenStored ? sink : tracing.follow(exchange, sink);
    }

    /**
     * Submits a single message.
     *
     * @param body the same message as an input
     */
    private void submitOne(
            SendEngine engine, Exchange exchange, MessageSource body, SmsMessage message, AsyncCallback callback) {
        boolean isSplit = texts.splits(message);
        ResultSink sink = isSplit && isCompleteWhenStored
                ? new StoredSegments(exchange, callback, results, message.correlationId())
                : new OneResult(exchange, callback, results, message.correlationId());
        if (isSplit || transactionalStore != null) {
            submitInParts(engine, exchange, body, sink);
        } else {
            engine.submit(message, submitOptions(exchange), follow(exchange, sink));
        }
    }

    /**
     * Submits the messages of an input, which is closed before its exchange continues.
     *
     * @param input the input if it reports what it has skipped, or null
     */
    private void submitMany(
            SendEngine engine, Exchange exchange, ElementSource messages, @Nullable SmsInput input,
            AsyncCallback callback) {
        SmsAccount account = account();
        AsyncCallback closing = doneSync -> {
            try {
                messages.close();
                if (input != null && exchange.getException() == null) {
                    input.problems().forEach(account::rejected);
                }
            } finally {
                callback.done(doneSync);
            }
        };
        ResultSink sink = many(exchange, closing);
        try {
            if (texts.longMessage() == SmsLongMessage.split || transactionalStore != null) {
                submitInParts(engine, exchange, messages, sink);
            } else {
                engine.submit(messages, submitOptions(exchange), follow(exchange, sink));
            }
        } catch (RuntimeException | Error e) {
            messages.close();
            throw e;
        }
    }

    private ResultSink many(Exchange exchange, AsyncCallback callback) {
        return isCompleteWhenStored
                ? new ManyStored(exchange, callback, options.getResults())
                : new ManyResults(exchange, callback, options.getResults());
    }

    private void submitInParts(SendEngine engine, Exchange exchange, MessageSource messages, ResultSink sink) {
        PartResults parts = isCompleteWhenStored ? null : new PartResults(sink);
        PartSource segments = new PartSource(messages, texts, parts);
        AccountStore stored = transactionalStore;
        if (stored != null) {
            wakeAfterCommit(engine, exchange);
            new TransactionalIntake(
                    stored.store().intake(), stored.name(), account()::rejected, submitOptions(exchange), sink).store(segments);
        } else {
            engine.submit(segments, submitOptions(exchange), follow(exchange, parts == null ? sink : parts));
        }
    }

    private static void wakeAfterCommit(SendEngine engine, Exchange exchange) {
        if (engine instanceof StoredEngine onStore) {
            exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                @Override
                public void onDone(Exchange done) {
                    onStore.wake();
                }
            });
        }
    }

    private String notStarted() {
        return getEndpoint()
               + " is not started, because its Camel context is starting or stopping. Send the exchange again later";
    }

    private SmsAccount account() {
        return endpointAccount.started(lease, "producer").account();
    }
}
