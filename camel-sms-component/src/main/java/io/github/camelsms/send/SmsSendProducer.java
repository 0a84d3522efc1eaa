package io.github.camelsms.send;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.account.AccountUse;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.SmsAccounts;
import io.github.camelsms.account.SystemClock;
import io.github.camelsms.body.Container;
import io.github.camelsms.body.ElementSource;
import io.github.camelsms.body.PartResults;
import io.github.camelsms.body.PartSource;
import io.github.camelsms.body.ResultHeaders;
import io.github.camelsms.body.SingleMessage;
import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.SendEngine;
import io.github.camelsms.engine.stored.StoredEngine;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.observe.RequestTracing;
import io.github.camelsms.ownership.OwnedAccount;
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
    private final SendInput input;
    private final TextRules texts;
    private final SendResults results;
    private final boolean isCompleteWhenStored;
    private @Nullable AccountUse use;
    private @Nullable Started started;

    /**
     * What the producer uses from its start.
     *
     * @param joined store of messages that join the caller's transaction; otherwise null
     */
    private record Started(SmsAccount account, SendEngine engine, @Nullable OwnedAccount joined,
            RequestTracing tracing, RedeliveryGuard redeliveries, RouteWarnings warnings) {
    }

    public SmsSendProducer(Endpoint endpoint, SmsConfiguration options, EndpointAccount endpointAccount) {
        super(endpoint);
        this.options = options;
        this.endpointAccount = endpointAccount;
        this.input = new SendInput(options, endpointAccount);
        this.texts = input.texts();
        this.results = new SendResults(options.isThrowExceptionOnRejected());
        this.isCompleteWhenStored = input.isCompleteWhenStored();
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
        input.requireStore();
        super.doStart();
        if (endpointAccount.isMocked()) {
            return;
        }
        SmsAccounts accounts = endpointAccount.accounts();
        AccountUse currentUse = endpointAccount.join(AccountUse.Purpose.SENDING);
        use = currentUse;
        SmsAccount account = currentUse.account();
        if (isCompleteWhenStored && options.isOfferResults()) {
            endpointAccount.outcomesAreKept();
        }
        boolean isStored = account.stored() != null;
        started = new Started(
                account, account.engine(), options.isJoinTransaction() ? account.stored() : null,
                accounts.tracing(), new RedeliveryGuard(account.label(), options.isRedeliverUnknown(), isStored),
                new RouteWarnings(
                        getEndpoint().toString(), options.isJoinTransaction(), isStored, account.monitor(),
                        accounts.clock()::nanos));
    }

    @Override
    protected void doStop() throws Exception {
        AccountUse currentUse = use;
        if (currentUse != null) {
            currentUse.close();
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
        Instant dueAt = input.dueAt(exchange);
        MessageSource body = input.read(exchange);
        ResultHeaders.removeEarlier(exchange.getMessage());
        return body instanceof SingleMessage single
                ? sendOne(current, exchange, given, single, dueAt, callback)
                : sendMany(current, exchange, given, (ElementSource) body, dueAt, callback);
    }

    /**
     * Sends or stores one message: checks it, hands it to the engine, and completes the exchange with its result.
     *
     * @param given the body of the exchange
     * @param dueAt earliest time to send, or null
     */
    private boolean sendOne(
            @Nullable Started current, Exchange exchange, @Nullable Object given, SingleMessage single,
            @Nullable Instant dueAt, AsyncCallback callback) {
        if (!(single.checked() instanceof CheckedMessage.Valid valid)) {
            SmsSendResult rejected = ((CheckedMessage.Rejected) single.checked()).result();
            if (current != null) {
                current.account.rejected(rejected);
            }
            results.complete(exchange, rejected);
            return true;
        }
        SmsMessage message = valid.message();
        boolean isSplit = texts.splits(message);
        if (isSplit) {
            exchange.getMessage().setHeader(SmsConstants.PARTS, MessageParts.count(message));
        }
        if (current == null) {
            results.complete(exchange, SmsSendResult.notSent(null, notStarted(), message.correlationId()).about(message));
            return true;
        }
        SmsSendResult accepted = current.redeliveries.accepted(exchange, message);
        if (accepted != null) {
            results.complete(exchange, accepted);
            exchange.getMessage().setHeader(SmsConstants.DUPLICATE, true);
            return true;
        }
        current.warnings.check(exchange, message);
        awaitSpace(current);

        AsyncCallback completed
                = doneSync -> completed(current, exchange, message, isSpent(given) ? given : null, callback, doneSync);
        ResultSink sink = isSplit && isCompleteWhenStored
                ? new StoredSegments(exchange, completed, results, message)
                : new OneResult(exchange, completed, results, message);
        if (isSplit || current.joined != null) {
            return submitSegments(current, exchange, single, dueAt, sink);
        }
        current.engine.submit(message, input.submitOptions(exchange, dueAt), follow(current, exchange, sink));
        return false;
    }

    /**
     * Sends or stores many messages: hands them to the engine, which reads and checks each when there is space for it,
     * and completes the exchange with all results. The input is closed before its exchange continues.
     *
     * @param given the body of the exchange
     * @param dueAt earliest time to send, or null
     */
    private boolean sendMany(
            @Nullable Started current, Exchange exchange, @Nullable Object given, ElementSource messages,
            @Nullable Instant dueAt, AsyncCallback callback) {
        if (current == null) {
            refuse(messages, many(exchange, doneSync -> messages.close()));
            return true;
        }
        current.warnings.check(exchange, null);
        awaitSpace(current);

        ResultSink sink = many(exchange, doneSync -> {
            try {
                messages.close();
            } finally {
                boolean isSpent = isSpent(given) || messages.isReadOnce();
                completed(current, exchange, null, isSpent ? given : null, callback, doneSync);
            }
        });
        try {
            if (texts.longMessage() == SmsLongMessage.split || current.joined != null) {
                return submitSegments(current, exchange, messages, dueAt, sink);
            }
            current.engine.submit(messages, input.submitOptions(exchange, dueAt), follow(current, exchange, sink));
            return false;
        } catch (RuntimeException | Error e) {
            messages.close();
            throw e;
        }
    }

    /**
     * Hands over messages of which some may be split into segments, or stores them in the caller's transaction.
     *
     * @return whether the exchange is complete, because its messages were stored on this thread
     */
    private boolean submitSegments(
            Started current, Exchange exchange, MessageSource messages, @Nullable Instant dueAt, ResultSink sink) {
        OwnedAccount joined = current.joined;
        if (joined != null) {
            wakeAfterCommit(current.engine, exchange);
            new TransactionalIntake(
                    joined.store().intake(), joined.name(), current.account::rejected, input.submitOptions(exchange, dueAt),
                    sink)
                    .store(new PartSource(messages, texts, null));
            return true;
        }
        if (isCompleteWhenStored) {
            current.engine.submit(new PartSource(messages, texts, null), input.submitOptions(exchange, dueAt), sink);
        } else {
            PartResults parts = new PartResults(sink);
            current.engine.submit(
                    new PartSource(messages, texts, parts), input.submitOptions(exchange, dueAt),
                    follow(current, exchange, parts));
        }
        return false;
    }

    /**
     * Called when an exchange has its results.
     *
     * @param message message of an exchange of one, or null
     * @param spent   the body if it cannot be read again, or null
     */
    private static void completed(
            Started current, Exchange exchange, @Nullable SmsMessage message, @Nullable Object spent, AsyncCallback callback,
            boolean doneSync) {
        try {
            current.redeliveries.ended(exchange, message, spent);
        } finally {
            // Messages in a transaction were stored on the caller's thread, which calls the callback itself.
            if (current.joined == null) {
                callback.done(doneSync);
            }
        }
    }

    /** Returns whether a body was read that cannot be read again. An iterator may not have been read. */
    static boolean isSpent(@Nullable Object given) {
        return Container.isReadOnce(given) && !(given instanceof Iterator<?>);
    }

    /** Waits on the caller's thread while the account's queue is full. */
    private void awaitSpace(Started current) {
        if (!options.isBlockWhenFull()) {
            return;
        }
        SystemClock clock = endpointAccount.accounts().clock();
        try {
            while (current.account.isQueueFull() && isRunAllowed()) {
                clock.sleep(FULL_QUEUE_DELAY);
            }
        } catch (InterruptedException e) {
            // The pool of the caller is shutting down. The message waits without the thread.
            Thread.currentThread().interrupt();
        }
    }

    /** Follows the exchange unless it completes before its messages are sent. */
    private ResultSink follow(Started current, Exchange exchange, ResultSink sink) {
        return isCompleteWhenStored ? sink : current.tracing.follow(exchange, sink);
    }

    private ResultSink many(Exchange exchange, AsyncCallback completed) {
        return isCompleteWhenStored
                ? new ManyStored(exchange, completed, options.getResults())
                : new ManyResults(exchange, completed, options.getResults());
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

    /**
     * Completes an exchange of many messages before this producer has started: nothing is sent. An input that is not in
     * memory is not read, so that it can be sent later.
     */
    private void refuse(ElementSource messages, ResultSink sink) {
        String reason = notStarted();
        if (!messages.isFinite()) {
            sink.completed(new ReadFailure(reason, null));
            return;
        }
        ReadFailure unread = null;
        try {
            long index = 0;
            for (CheckedMessage next = messages.next(); next != null; next = messages.next()) {
                sink.result(
                        index++, next instanceof CheckedMessage.Valid valid
                                ? SmsSendResult.notSent(null, reason, valid.message().correlationId()).about(valid.message())
                                : ((CheckedMessage.Rejected) next).result());
            }
        } catch (RuntimeException e) {
            unread = new ReadFailure(reason, e);
        }
        sink.completed(unread);
    }

    private String notStarted() {
        return getEndpoint()
               + " is not started, because its Camel context is starting or stopping. Send the exchange again later";
    }
}
