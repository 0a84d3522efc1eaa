package io.github.camelsms;

import java.time.Duration;

import io.github.camelsms.account.AccountLease;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.SmsAccounts;
import io.github.camelsms.dispatch.CheckedMessage;
import io.github.camelsms.dispatch.Dispatcher;
import io.github.camelsms.dispatch.MessageSource;
import io.github.camelsms.dispatch.ResultSink;
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

/**
 * Producer that submits the messages of exchanges to their account's engine. It never blocks the caller's thread;
 * exchanges continue on the component's threads.
 */
final class SmsSendProducer extends DefaultAsyncProducer {

    private static final String PARTLY_SENT = "CamelSmsPartlySent";

    private final SmsConfiguration options;
    private final TextRules texts;
    private final SendBodyReader bodies;
    private final ExchangeResults results;
    private final Duration deliveryTimeout;
    private RequestTracing tracing = RequestTracing.NONE;
    private @Nullable AccountLease lease;
    private @Nullable Dispatcher engine;

    SmsSendProducer(SmsEndpoint endpoint) {
        super(endpoint);
        this.options = endpoint.getConfiguration();
        this.texts = SmsOptions.texts(options);
        this.bodies = new SendBodyReader(SmsOptions.zone(options), options.isAutoCorrelationId(), texts);
        this.results = new ExchangeResults(options.isThrowExceptionOnRejected());
        this.deliveryTimeout = Duration.ofMillis(options.getDeliveryTimeout());
    }

    @Override
    public SmsEndpoint getEndpoint() {
        return (SmsEndpoint) super.getEndpoint();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            if (!isBlindRedelivery(exchange)) {
                return send(exchange, callback);
            }
        } catch (Throwable e) {
            exchange.setException(e);
        }
        callback.done(true);
        return true;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        SmsAccounts accounts = getEndpoint().getComponent().accounts();
        tracing = accounts.tracing();
        AccountLease ours = accounts.join(SmsOptions.user(getEndpoint()), AccountLease.Purpose.SENDING);
        lease = ours;
        engine = ours.account().engine();
    }

    @Override
    protected void doStop() throws Exception {
        AccountLease ours = lease;
        if (ours != null) {
            ours.close();
        }
        super.doStop();
    }

    private boolean send(Exchange exchange, AsyncCallback callback) throws Exception {
        Dispatcher engine = getEndpoint().started(this.engine, "producer");
        SendBody body = bodies.read(exchange);
        exchange.getMessage().removeHeader(SmsConstants.PARTS);
        if (body instanceof SendBody.One one && one.message() instanceof CheckedMessage.Refused refused) {
            account().refused(refused.result());
            results.complete(exchange, refused.result());
            callback.done(true);
            return true;
        }
        AsyncCallback marking = doneSync -> {
            if (exchange.getException() instanceof SmsException failure && !isSafeToRepeat(failure)) {
                exchange.setProperty(PARTLY_SENT, failure);
            }
            callback.done(doneSync);
        };
        if (body instanceof SendBody.One one && one.message() instanceof CheckedMessage.Valid valid) {
            ResultSink sink = new OneResult(exchange, marking, results);
            if (texts.splits(valid.message())) {
                exchange.getMessage().setHeader(SmsConstants.PARTS, MessageParts.count(valid.message()));
                submitInParts(engine, exchange, PartSource.of(valid), sink);
            } else {
                engine.submit(valid.message(), deliveryTimeout, tracing.follow(exchange, sink));
            }
        } else if (body instanceof SendBody.Many many) {
            submit(engine, exchange, many.messages(), marking);
        }
        return false;
    }

    /** Submits the messages of an input, which is closed before its exchange continues. */
    private void submit(Dispatcher engine, Exchange exchange, ElementSource messages, AsyncCallback callback) {
        AsyncCallback closing = doneSync -> {
            try {
                messages.close();
            } finally {
                callback.done(doneSync);
            }
        };
        ResultSink sink = new ManyResults(exchange, closing, results, options.getResults());
        try {
            if (texts.longMessage() == SmsLongMessage.split) {
                submitInParts(engine, exchange, messages, sink);
            } else {
                engine.submit(messages, deliveryTimeout, tracing.follow(exchange, sink));
            }
        } catch (RuntimeException e) {
            messages.close();
            throw e;
        }
    }

    private void submitInParts(Dispatcher engine, Exchange exchange, MessageSource messages, ResultSink sink) {
        PartResults parts = new PartResults(sink);
        engine.submit(new PartSource(messages, texts, parts), deliveryTimeout, tracing.follow(exchange, parts));
    }

    /**
     * Returns whether this is Camel's redelivery of an exchange whose messages were, or may have been, sent. It fails
     * again, because it would send them twice.
     */
    private static boolean isBlindRedelivery(Exchange exchange) {
        if (!exchange.hasProperties()) {
            return false;
        }
        SmsException failure = exchange.getProperty(PARTLY_SENT, SmsException.class);
        if (failure != null && exchange.getMessage().getHeader(Exchange.REDELIVERED, false, boolean.class)) {
            exchange.setException(failure);
            return true;
        }
        exchange.removeProperty(PARTLY_SENT);
        return false;
    }

    private static boolean isSafeToRepeat(SmsException failure) {
        return failure instanceof SmsNotSentException || failure instanceof SmsRejectedException;
    }

    private SmsAccount account() {
        return getEndpoint().started(lease, "producer").account();
    }
}
