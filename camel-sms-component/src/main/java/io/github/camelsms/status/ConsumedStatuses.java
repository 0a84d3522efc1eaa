package io.github.camelsms.status;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.Count;
import io.github.camelsms.model.SmsStatus;

import org.apache.camel.Exchange;

/**
 * Statuses that the failed query of an exchange has consumed. The service does not return them again, so a redelivery
 * of the exchange returns them together with its own.
 */
final class ConsumedStatuses {

    private static final String PROPERTY = "CamelSmsConsumedStatuses-";

    private final List<SmsStatus> statuses;
    /** Camel's redelivery counter at the failed query. */
    private final int redeliveries;

    private ConsumedStatuses(List<SmsStatus> statuses, int redeliveries) {
        this.statuses = statuses;
        this.redeliveries = redeliveries;
    }

    /** Returns the statuses of the queries before this redelivery; none if the exchange is not redelivered. */
    static List<SmsStatus> earlier(Exchange exchange) {
        return exchange.getProperty(property(exchange)) instanceof ConsumedStatuses consumed
                && redeliveryCounter(exchange) > consumed.redeliveries ? consumed.statuses : List.of();
    }

    /** Keeps the statuses of a query that has failed, with those before, or forgets them if there are none. */
    static void failed(Exchange exchange, List<SmsStatus> statuses) {
        if (statuses.isEmpty()) {
            forget(exchange);
        } else {
            exchange.setProperty(
                    property(exchange),
                    new ConsumedStatuses(List.copyOf(statuses), redeliveryCounter(exchange)));
        }
    }

    static void forget(Exchange exchange) {
        exchange.removeProperty(property(exchange));
    }

    static List<SmsStatus> joined(List<SmsStatus> earlier, List<SmsStatus> later) {
        List<SmsStatus> all = new ArrayList<>(earlier);
        all.addAll(later);
        return all;
    }

    /** Returns Camel's redelivery counter, which Camel leaves set for the rest of the route. */
    private static int redeliveryCounter(Exchange exchange) {
        return exchange.getMessage().getHeader(Exchange.REDELIVERY_COUNTER) instanceof Integer counter ? counter : 0;
    }

    /** Nodes of a route fail independently. */
    private static String property(Exchange exchange) {
        return PROPERTY + exchange.getExchangeExtension().getHistoryNodeId();
    }

    /** The property is shown in logs, so it has no phone numbers. */
    @Override
    public String toString() {
        return Count.of(statuses.size(), "status");
    }
}
