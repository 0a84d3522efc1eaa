package io.github.camelsms;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.camelsms.message.WeakIdentityMap;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.util.ObjectHelper;

/**
 * Attempt of an exchange to send at a node of its route. The exchange remembers the last attempt at each node that has
 * sent, or may have sent, a message, because a redelivery would send it again. Camel's redelivery restores the message
 * as it was before the attempt, and keeps the exchange's properties.
 */
final class SendAttempt {

    private static final String PROPERTY = "CamelSmsAttempt-";
    /**
     * Failed attempts by bodies that they have read and that cannot be read again, such as iterators. No node may read
     * them, and those of a failover have copies of the exchange.
     */
    private static final WeakIdentityMap<SendAttempt> SPENT = new WeakIdentityMap<>();

    private final Node node;
    /** Message of an exchange of one, or null. */
    private final @Nullable SmsMessage message;
    /** Body of an exchange of many messages that has failed, or null. */
    private final @Nullable BodySnapshot body;
    /** End of the attempt: a failure, or the result of an accepted message. */
    private final @Nullable SmsException failure;
    private final @Nullable SmsSendResult accepted;
    /** Headers of a failure, and those of an accepted message that its result does not have. */
    private final Map<String, Object> headers;
    /** Camel's redelivery counter at this attempt, or at its last repetition. */
    private final int redeliveries;

    /**
     * Node of a route.
     *
     * @param id       Camel's id of the node, or null outside of routes
     * @param property name of the exchange property with the last attempt at this node
     */
    record Node(@Nullable String id, String property) {

        /** Stands for all nodes. */
        private static final Node ANY = new Node(null, PROPERTY);

        /**
         * Returns the current node of an exchange.
         *
         * @param last node of another exchange, probably the same one, or null
         */
        static Node of(Exchange exchange, @Nullable Node last) {
            String id = exchange.getExchangeExtension().getHistoryNodeId();
            return last != null && Objects.equals(id, last.id) ? last : new Node(id, PROPERTY + id);
        }
    }

    private SendAttempt(Node node, @Nullable SmsMessage message, @Nullable BodySnapshot body, @Nullable SmsException failure,
                        @Nullable SmsSendResult accepted, Map<String, Object> headers, int redeliveries) {
        this.node = node;
        this.message = message;
        this.body = body;
        this.failure = failure;
        this.accepted = accepted;
        this.headers = headers;
        this.redeliveries = redeliveries;
    }

    /** Returns the attempt that has spent the exchange's body, or the remembered one at a node, or null. */
    static @Nullable SendAttempt earlier(Exchange exchange, Node node) {
        SendAttempt spent = SPENT.get(exchange.getMessage().getBody());
        if (spent != null) {
            return spent;
        }
        return exchange.hasProperties() && exchange.getProperty(node.property) instanceof SendAttempt earlier ? earlier : null;
    }

    /**
     * Remembers the attempt that ends now, unless nothing was sent and its body can be read again.
     *
     * @param message   message of an exchange of one, or null
     * @param spentBody body that cannot be read again, or null
     */
    static void ended(Exchange exchange, Node node, @Nullable SmsMessage message, @Nullable Object spentBody) {
        Exception failed = exchange.getException();
        Message end = exchange.getMessage();
        if (failed != null) {
            Map<String, Object> headers = ExchangeResults.headers(end);
            if (!isSafeToRepeat(failed)) {
                BodySnapshot many = message == null ? BodySnapshot.of(end) : null;
                new SendAttempt(node, message, many, failure(failed), null, headers, redeliveries(exchange)).remember(exchange);
            }
            if (spentBody != null) {
                SPENT.put(
                        spentBody,
                        new SendAttempt(Node.ANY, null, null, failure(failed), null, headers, redeliveries(exchange)));
            }
        } else if (message != null && end.getBody() instanceof SmsSendResult result
                && result.outcome() == SmsOutcome.ACCEPTED) {
            Object stored = end.getHeader(SmsConstants.STORED);
            Map<String, Object> headers = stored == null ? Map.of() : Map.of(SmsConstants.STORED, stored);
            new SendAttempt(node, message, null, null, result, headers, redeliveries(exchange)).remember(exchange);
        }
    }

    /**
     * Returns whether a redelivery of the exchange is certain, or the exchange repeats its body of many messages or one
     * that was spent. If so, the body must not be read.
     */
    boolean isRepeatedBy(Exchange exchange) {
        return isSpent() || isCauseOfRedelivery(exchange) || body != null && body.isRepeatedBy(exchange.getMessage());
    }

    /** Returns whether the exchange repeats its only message, which is null if it has many or an invalid one. */
    boolean isRepeatedBy(Exchange exchange, @Nullable SmsMessage message) {
        return message != null && this.message != null
                && identity(exchange, this.message).equals(identity(exchange, message))
                && (failure != null || isRedelivered(exchange) && !hasContinued(exchange));
    }

    /** Completes the exchange as this attempt did. Nothing is sent. */
    void repeat(Exchange exchange, ExchangeResults results) {
        int counter = redeliveries(exchange);
        if (!isRedelivered(exchange)) {
            // The route has removed Camel's headers. Without a counter, Camel would redeliver without end.
            counter = redeliveries + 1;
            exchange.getMessage().setHeader(Exchange.REDELIVERY_COUNTER, counter);
        }
        SendAttempt repeated = new SendAttempt(node, message, body, failure, accepted, headers, counter);
        if (isSpent()) {
            SPENT.put(exchange.getMessage().getBody(), repeated);
        } else {
            repeated.remember(exchange);
        }
        if (accepted != null) {
            headers.forEach(exchange.getMessage()::setHeader);
            results.complete(exchange, accepted);
        } else {
            ExchangeResults.restore(exchange.getMessage(), headers);
            exchange.setException(failure);
        }
    }

    void forget(Exchange exchange) {
        exchange.removeProperty(node.property);
    }

    private boolean isSpent() {
        return node == Node.ANY;
    }

    private void remember(Exchange exchange) {
        exchange.setProperty(node.property, this);
    }

    /** The property is shown in logs, so it has no message. */
    @Override
    public String toString() {
        return failure == null ? "accepted" : "may have been sent";
    }

    /**
     * Recognizes a redelivery that the failure of this attempt has caused, even if the route makes another body. Camel
     * leaves its headers set for the rest of the route, so a counter that has not grown does not mean a redelivery.
     */
    private boolean isCauseOfRedelivery(Exchange exchange) {
        if (failure == null || !isRedelivered(exchange)) {
            return false;
        }
        Throwable caught = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
        if (caught != null) {
            for (Throwable cause : ObjectHelper.createExceptionIterable(caught)) {
                if (cause == failure || cause == failure.getCause()) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isRedelivered(Exchange exchange) {
        return redeliveries(exchange) > redeliveries;
    }

    /** Returns whether the route has continued after this attempt: a redelivery would have removed its headers. */
    private boolean hasContinued(Exchange exchange) {
        return accepted != null && accepted.smsId() != null
                && accepted.smsId().equals(exchange.getMessage().getHeader(SmsConstants.ID));
    }

    /** Returns Camel's redelivery counter, which Camel leaves set for the rest of the route. */
    static int redeliveries(Exchange exchange) {
        Message message = exchange.getMessage();
        return message.hasHeaders() && message.getHeader(Exchange.REDELIVERY_COUNTER) instanceof Integer counter ? counter : 0;
    }

    /**
     * Returns the fields that make it another message. Each attempt generates an id of its own. Priority and time to
     * live only change when it is sent.
     */
    private static SmsMessage identity(Exchange exchange, SmsMessage message) {
        SmsMessage same
                = HeaderDefaults.isGenerated(exchange, message.correlationId()) ? message.withCorrelationId(null) : message;
        return same.withPriority(null).withTimeToLive(null);
    }

    private static boolean isSafeToRepeat(Exception failure) {
        return failure instanceof SmsNotSentException || failure instanceof SmsRejectedException;
    }

    private static SmsException failure(Exception failed) {
        return failed instanceof SmsException known
                ? known
                : new SmsException(
                        "the results could not be written to the exchange; its messages may have been sent", List.of(),
                        failed);
    }
}
