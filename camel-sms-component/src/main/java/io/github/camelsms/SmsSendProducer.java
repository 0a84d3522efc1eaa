package io.github.camelsms;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.camelsms.account.AccountLease;
import io.github.camelsms.account.AccountStore;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.SmsAccounts;
import io.github.camelsms.dispatch.CheckedMessage;
import io.github.camelsms.dispatch.MessageSource;
import io.github.camelsms.dispatch.ResultSink;
import io.github.camelsms.dispatch.SendEngine;
import io.github.camelsms.dispatch.StoredDispatcher;
import io.github.camelsms.dispatch.SubmitOptions;
import io.github.camelsms.message.ElementSource;
import io.github.camelsms.message.PartResults;
import io.github.camelsms.message.PartSource;
import io.github.camelsms.observe.RequestTracing;
import io.github.camelsms.text.MessageParts;
import io.github.camelsms.text.SmsLongMessage;
import io.github.camelsms.text.TextRules;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * Producer that submits the messages of exchanges to their account's engine. It never blocks the caller's thread;
 * exchanges continue on the component's threads.
 */
final class SmsSendProducer extends DefaultAsyncProducer {

    private final SmsConfiguration options;
    private final TextRules texts;
    private final SendBodyReader bodies;
    private final ExchangeResults results;
    private final boolean isCompleteWhenStored;
    private final KeptHeaders keptHeaders;
    private final SubmitOptions submitOptions;
    private @Nullable TransactionalIntake transactionalIntake;
    private RequestTracing tracing = RequestTracing.NONE;
    private @Nullable AccountLease lease;
    private @Nullable SendEngine engine;

    SmsSendProducer(SmsEndpoint endpoint) {
        super(endpoint);
        this.options = endpoint.getConfiguration();
        this.texts = SmsOptions.texts(options);
        // In a message store, the correlation id identifies a message.
        boolean isStored = endpoint.getComponent().getMessageStore() != null;
        this.bodies = new SendBodyReader(SmsOptions.zone(options), options.isAutoCorrelationId() || isStored, texts);
        this.results = new ExchangeResults(options.isThrowExceptionOnRejected());
        this.isCompleteWhenStored = options.getCompleteOn() == SmsCompleteOn.stored;
        this.keptHeaders = new KeptHeaders(options.getKeepHeaders());
        this.submitOptions = new SubmitOptions(
                Duration.ofMillis(options.getDeliveryTimeout()), isCompleteWhenStored, options.isOfferResults(), Map.of());
    }

    @Override
    public SmsEndpoint getEndpoint() {
        return (SmsEndpoint) super.getEndpoint();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            SendAttempt earlier = SendAttempt.earlier(exchange);
            if (earlier == null || !earlier.isRepeatedBy(exchange)) {
                return send(exchange, callback, earlier);
            }
            earlier.repeat(exchange, results);
        } catch (Throwable e) {
            exchange.setException(e);
        }
        callback.done(true);
        return true;
    }

    @Override
    protected void doStart() throws Exception {
        if (isCompleteWhenStored) {
            getEndpoint().requireStore("Option completeOn=stored");
        }
        if (!keptHeaders.isEmpty()) {
            getEndpoint().requireStore("Option keepHeaders");
        }
        super.doStart();
        SmsAccounts accounts = getEndpoint().getComponent().accounts();
        tracing = accounts.tracing();
        AccountLease currentLease = accounts.join(getEndpoint().user(), AccountLease.Purpose.SENDING);
        lease = currentLease;
        engine = currentLease.account().engine();
        AccountStore stored = currentLease.account().stored();
        if (options.isJoinTransaction() && stored != null) {
            transactionalIntake = new TransactionalIntake(
                    stored.store().intake(), stored.name(), currentLease.account()::refused);
        }
    }

    @Override
    protected void doStop() throws Exception {
        AccountLease currentLease = lease;
        if (currentLease != null) {
            currentLease.close();
        }
        super.doStop();
    }

    private boolean send(Exchange exchange, AsyncCallback callback, @Nullable SendAttempt earlier) throws Exception {
        SendEngine engine = startedEngine();
        SendBody body = bodies.read(exchange);
        ExchangeResults.removeEarlier(exchange.getMessage());
        boolean isSplit = setParts(exchange, body);
        if (earlier != null && earlier.isRepeatedBy(exchange, body)) {
            earlier.repeat(exchange, results);
            callback.done(true);
            return true;
        } else if (earlier != null) {
            earlier.forget(exchange);
        }
        if (body instanceof SendBody.One one && one.message() instanceof CheckedMessage.Refused refused) {
            account().refused(refused.result());
            results.complete(exchange, refused.result());
            callback.done(true);
            return true;
        }
        boolean isInTransaction = transactionalIntake != null;
        AsyncCallback marking = doneSync -> {
            try {
                SendAttempt.ended(exchange, body);
            } finally {
                if (!isInTransaction) {
                    callback.done(doneSync);
                }
            }
        };
        if (body instanceof SendBody.One one && one.message() instanceof CheckedMessage.Valid valid) {
            String id = valid.message().correlationId();
            ResultSink sink = isSplit && isCompleteWhenStored
                    ? new StoredSegments(exchange, marking, results, id) : new OneResult(exchange, marking, results, id);
            if (isSplit || isInTransaction) {
                submitInParts(engine, exchange, PartSource.of(valid), sink);
            } else {
                engine.submit(valid.message(), submitOptions(exchange), follow(exchange, sink));
            }
        } else if (body instanceof SendBody.Many many) {
            submit(engine, exchange, many.messages(), marking);
        }
        if (isInTransaction) {
            // Stored on this thread.
            callback.done(true);
        }
        return isInTransaction;
    }

    /** Sets the number of segments of a message that is split; returns whether it is. */
    private boolean setParts(Exchange exchange, SendBody body) {
        if (body instanceof SendBody.One one && one.message() instanceof CheckedMessage.Valid valid
                && texts.splits(valid.message())) {
            exchange.getMessage().setHeader(SmsConstants.PARTS, MessageParts.count(valid.message()));
            return true;
        }
        return false;
    }

    private SubmitOptions submitOptions(Exchange exchange) {
        return keptHeaders.isEmpty() ? submitOptions : submitOptions.withKeptHeaders(keptHeaders.of(exchange.getMessage()));
    }

    /** Follows the exchange unless it completes before its messages are sent. */
    private ResultSink follow(Exchange exchange, ResultSink sink) {
        return isCompleteWhenStored ? sink : tracing.follow(exchange, sink);
    }

    /** Submits the messages of an input, which is closed before its exchange continues. */
    private void submit(SendEngine engine, Exchange exchange, ElementSource messages, AsyncCallback callback) {
        AsyncCallback closing = doneSync -> {
            try {
                messages.close();
            } finally {
                callback.done(doneSync);
            }
        };
        ResultSink sink = isCompleteWhenStored
                ? new StoredResults(exchange, closing, options.getResults())
                : new ManyResults(exchange, closing, options.getResults());
        try {
            if (texts.longMessage() == SmsLongMessage.split || transactionalIntake != null) {
                submitInParts(engine, exchange, messages, sink);
            } else {
                engine.submit(messages, submitOptions(exchange), follow(exchange, sink));
            }
        } catch (RuntimeException | Error e) {
            messages.close();
            throw e;
        }
    }

    private void submitInParts(SendEngine engine, Exchange exchange, MessageSource messages, ResultSink sink) {
        TransactionalIntake inTransaction = transactionalIntake;
        if (inTransaction != null) {
            wakeAfterCommit(engine, exchange);
            inTransaction.store(
                    new PartSource(messages, texts, PartSource.Parts.IGNORED), submitOptions(exchange), sink);
        } else if (isCompleteWhenStored) {
            engine.submit(new PartSource(messages, texts, PartSource.Parts.IGNORED), submitOptions(exchange), sink);
        } else {
            PartResults parts = new PartResults(sink);
            engine.submit(new PartSource(messages, texts, parts), submitOptions(exchange), tracing.follow(exchange, parts));
        }
    }

    private static void wakeAfterCommit(SendEngine engine, Exchange exchange) {
        if (engine instanceof StoredDispatcher onStore) {
            exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                @Override
                public void onDone(Exchange done) {
                    onStore.wake();
                }
            });
        }
    }

    private SendEngine startedEngine() throws SmsNotSentException {
        SendEngine started = engine;
        if (started == null) {
            throw new SmsNotSentException(
                    "no message was sent: " + getEndpoint()
                                          + " is not started, because its Camel context is starting or stopping. Send the exchange again later",
                    List.of());
        }
        return started;
    }

    private SmsAccount account() {
        return getEndpoint().started(lease, "producer").account();
    }
}
