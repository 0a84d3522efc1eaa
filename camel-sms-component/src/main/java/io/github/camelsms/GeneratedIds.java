package io.github.camelsms;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;

/**
 * Correlation ids that were generated for the last messages of an exchange. The header
 * {@link SmsConstants#CORRELATION_ID} keeps such an id, also one that a redelivery restores, but the next message needs
 * its own.
 */
final class GeneratedIds {

    private static final String PROPERTY = "CamelSmsGeneratedCorrelationIds";
    private static final int MAX_IDS = 16;

    private GeneratedIds() {
    }

    static boolean contains(Exchange exchange, @Nullable Object id) {
        return id != null && exchange.hasProperties() && ids(exchange).contains(id);
    }

    static void add(Exchange exchange, String id) {
        List<?> earlier = exchange.hasProperties() ? ids(exchange) : List.of();
        if (earlier.isEmpty()) {
            exchange.setProperty(PROPERTY, List.of(id));
            return;
        }
        List<Object> ids = new ArrayList<>(earlier.subList(Math.max(0, earlier.size() + 1 - MAX_IDS), earlier.size()));
        ids.add(id);
        exchange.setProperty(PROPERTY, ids);
    }

    private static List<?> ids(Exchange exchange) {
        return exchange.getProperty(PROPERTY) instanceof List<?> ids ? ids : List.of();
    }
}
