package io.github.camelsms;

import java.util.List;

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

    private final String property;
    private final Content content;
    private final End end;
    /** Camel's redelivery counter at this attempt, or at its last repetition. */
    private final int redeliveries;

    /**
     * What was sent.
     *
     * @param message message of an exchange of one, or null
     * @param body    body of an exchange of many messages that has failed, or null
     */
    private record Content(@Nullable SmsMessage message, @Nullable BodySnapshot body) {
    }

    /**
     * End of an attempt: a failure or an accepted message.
     *
     * @param stored value of the header {@link SmsConstants#STORED} of an accepted message
     */
    private record End(@Nullable SmsException failure, @Nullable SmsSendResult accepted, @Nullable Object stored) {
    }

    private SendAttempt(String property, Content content, End end, int redeliveries) {
        this.property = property;
        this.content = content;
        this.end = end;
        this.redeliveries = redeliveries;
    }

    /** Returns the remembered attempt at the current node, or null. */
    static @Nullable SendAttempt earlier(Exchange exchange) {
        return exchange.hasProperties() ? exchange.getProperty(property(exchange), SendAttempt.class) : null;
    }

    /**
     * Remembers the attempt that ends now, unless nothing was sent.
     *
     * @param message message of an exchange of one, or null
     */
    static void ended(Exchange exchange, @Nullable SmsMessage message) {
        Exception failed = exchange.getException();
        End end = null;
        if (failed != null) {
            end = isSafeToRepeat(failed) ? null : new End(failure(failed), null, null);
        } else if (message != null && exchange.getMessage().getBody() instanceof SmsSendResult result
                && result.outcome() == SmsOutcome.ACCEPTED) {
            end = new End(null, result, exchange.getMessage().getHeader(SmsConstants.STORED));
        }
        if (end != null) {
            BodySnapshot many = message == null ? BodySnapshot.of(exchange.getMessage()) : null;
            new SendAttempt(property(exchange), new Content(message, many), end, redeliveries(exchange)).remember(exchange);
        }
    }

    /**
     * Returns whether a redelivery of the exchange is certain, or the exchange repeats its body of many messages. If
     * so, the body must not be read.
     */
    boolean isRepeatedBy(Exchange exchange) {
        BodySnapshot body = content.body();
        return isCauseOfRedelivery(exchange) || body != null && body.isRepeatedBy(exchange.getMessage());
    }

    /** Returns whether the exchange repeats its only message, which is null if it has many or an invalid one. */
    boolean isRepeatedBy(Exchange exchange, @Nullable SmsMessage message) {
        return message != null && content.message() != null
                && withoutGeneratedId(exchange, content.message()).equals(withoutGeneratedId(exchange, message))
                && (end.failure() != null || isRedelivered(exchange) && !hasContinued(exchange));
    }

    /** Completes the exchange as this attempt did. Nothing is sent. */
    void repeat(Exchange exchange, ExchangeResults results) {
        int counter = redeliveries(exchange);
        if (!isRedelivered(exchange)) {
            // The route has removed Camel's headers. Without a counter, Camel would redeliver without end.
            counter = redeliveries + 1;
            exchange.getMessage().setHeader(Exchange.REDELIVERY_COUNTER, counter);
        }
        new SendAttempt(property, content, end, counter).remember(exchange);
        SmsSendResult accepted = end.accepted();
        if (accepted != null) {
            if (end.stored() != null) {
                exchange.getMessage().setHeader(SmsConstants.STORED, end.stored());
            }
            results.complete(exchange, accepted);
        } else {
            exchange.setException(end.failure());
        }
    }

    void forget(Exchange exchange) {
        exchange.removeProperty(property);
    }

    private void remember(Exchange exchange) {
        exchange.setProperty(property, this);
    }

    /** The property is shown in logs, so it has no message. */
    @Override
    public String toString() {
        return end.failure() == null ? "accepted" : "may have been sent";
    }

    /**
     * Recognizes a redelivery that the failure of this attempt has caused, even if the route makes another body. Camel
     * leaves its headers set for the rest of the route, so a counter that has not grown does not mean a redelivery.
     */
    private boolean isCauseOfRedelivery(Exchange exchange) {
        SmsException failure = end.failure();
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
        SmsSendResult accepted = end.accepted();
        return accepted != null && accepted.smsId() != null
                && accepted.smsId().equals(exchange.getMessage().getHeader(SmsConstants.ID));
    }

    private static int redeliveries(Exchange exchange) {
        Message message = exchange.getMessage();
        return message.hasHeaders() && message.getHeader(Exchange.REDELIVERY_COUNTER) instanceof Integer counter ? counter : 0;
    }

    private static String property(Exchange exchange) {
        return PROPERTY + exchange.getExchangeExtension().getHistoryNodeId();
    }

    /** Each attempt generates an id of its own. */
    private static SmsMessage withoutGeneratedId(Exchange exchange, SmsMessage message) {
        return GeneratedIds.contains(exchange, message.correlationId()) ? message.withCorrelationId(null) : message;
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
