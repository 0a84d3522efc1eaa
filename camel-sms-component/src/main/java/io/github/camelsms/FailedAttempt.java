package io.github.camelsms;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;

/**
 * Attempt of an exchange to send its messages, which is remembered in the exchange if they were, or may have been,
 * sent. A redelivery would send them twice.
 *
 * @param node        id of the node of the route
 * @param body        body before the attempt
 * @param destination header before the attempt
 * @param repeats     number of redeliveries that were recognized without Camel's headers
 */
record FailedAttempt(@Nullable String node, @Nullable Object body, @Nullable Object destination,
        @Nullable SmsException failure, int repeats) {

    private static final String PROPERTY = "CamelSmsPartlySent";

    /** Returns the attempt that begins now. */
    static FailedAttempt before(Exchange exchange) {
        return new FailedAttempt(
                exchange.getExchangeExtension().getHistoryNodeId(), exchange.getMessage().getBody(),
                exchange.getMessage().getHeader(SmsConstants.DESTINATION), null, 0);
    }

    /** Remembers this attempt if its exchange has failed and its messages may have been sent. */
    void ended(Exchange exchange) {
        Exception failed = exchange.getException();
        if (failed != null && !isSafeToRepeat(failed)) {
            SmsException remembered = failed instanceof SmsException known
                    ? known
                    : new SmsException(
                            "the results could not be written to the exchange; its messages may have been sent", List.of(),
                            failed);
            exchange.setProperty(PROPERTY, new FailedAttempt(node, body, destination, remembered, 0));
        }
    }

    private static boolean isSafeToRepeat(Exception failure) {
        return failure instanceof SmsNotSentException || failure instanceof SmsRejectedException;
    }

    /**
     * Returns the failure of an earlier attempt to send the same messages, or null if there was none. Otherwise forgets
     * it.
     */
    static @Nullable SmsException whichMayHaveSent(Exchange exchange) {
        if (!exchange.hasProperties()) {
            return null;
        }
        FailedAttempt earlier = exchange.getProperty(PROPERTY, FailedAttempt.class);
        if (earlier != null && (earlier.isRedelivered(exchange) || earlier.isRepeatedBy(exchange))) {
            return earlier.failure();
        }
        exchange.removeProperty(PROPERTY);
        return null;
    }

    /** Camel leaves its header set for later nodes of the route, and for those of an <code>onException</code>. */
    private boolean isRedelivered(Exchange exchange) {
        return exchange.getMessage().getHeader(Exchange.REDELIVERED, false, boolean.class)
                && Objects.equals(node, exchange.getExchangeExtension().getHistoryNodeId());
    }

    /**
     * Recognizes a redelivery of a larger part of the route, which has removed Camel's headers. Restores the counter,
     * because Camel would redeliver without end.
     */
    private boolean isRepeatedBy(Exchange exchange) {
        FailedAttempt next = before(exchange);
        boolean isRepeated = Objects.equals(node, next.node) && Objects.deepEquals(body, next.body)
                && Objects.equals(destination, next.destination);
        if (isRepeated) {
            exchange.setProperty(PROPERTY, new FailedAttempt(node, body, destination, failure, repeats + 1));
            exchange.getMessage().setHeader(Exchange.REDELIVERY_COUNTER, repeats + 1);
        }
        return isRepeated;
    }
}
