package io.github.camelsms.benchmarks.peers;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncProducer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * A Camel context with a producer <code>sms:send</code>, with or without a message store. Thread-safe.
 */
public final class SmsProducer implements AutoCloseable {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final Endpoint endpoint;
    private final AsyncProducer producer;

    /**
     * Starts it, and the store.
     *
     * @param store   store, or null for memory
     * @param options options of <code>sms:send</code>
     */
    public SmsProducer(@Nullable MessageStore store, String options) throws Exception {
        SmsComponent component = new SmsComponent();
        component.setMessageStore(store);
        context.addComponent("sms", component);
        context.getShutdownStrategy().setTimeout(5);
        context.start();
        endpoint = context.getEndpoint("sms:send?" + options);
        producer = endpoint.createAsyncProducer();
        producer.start();
    }

    public DefaultCamelContext context() {
        return context;
    }

    /** Returns whether the message of a completed exchange was accepted. */
    public static boolean isAccepted(Exchange exchange) {
        return "ACCEPTED".equals(exchange.getMessage().getHeader(SmsConstants.OUTCOME));
    }

    /** Returns the number of accepted messages of a completed exchange with a list; 0 if it failed. */
    public static int accepted(Exchange exchange) {
        return exchange.getMessage().getHeader(SmsConstants.ACCEPTED, 0, Integer.class);
    }

    /** Returns whether the messages of a completed exchange were stored. */
    public static boolean isStored(Exchange exchange) {
        return exchange.getMessage().getHeader(SmsConstants.STORED, false, Boolean.class);
    }

    /** Sends a body; the callback receives the completed exchange. */
    public void send(Object body, Consumer<Exchange> end) {
        Exchange exchange = endpoint.createExchange();
        exchange.getMessage().setBody(body);
        producer.process(exchange, doneSync -> end.accept(exchange));
    }

    /** Sends a body and waits until its exchange completes. */
    public Exchange send(Object body) throws Exception {
        CompletableFuture<Exchange> complete = new CompletableFuture<>();
        send(body, complete::complete);
        Exchange exchange = complete.get(10, TimeUnit.MINUTES);
        if (exchange.getException() != null) {
            throw exchange.getException();
        }
        return exchange;
    }

    @Override
    public void close() throws Exception {
        producer.stop();
        context.close();
    }
}
