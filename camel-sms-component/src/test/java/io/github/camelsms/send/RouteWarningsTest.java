package io.github.camelsms.send;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import io.github.camelsms.LogLines;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.observe.AccountMonitor;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the warnings about routes, which send one message a second in simulated time.
 */
class RouteWarningsTest {

    private static final SmsMessage MESSAGE = new SmsMessage("hello", "11987654321", null, null);

    private final CamelContext context = new DefaultCamelContext();
    private final AccountMonitor monitor = new AccountMonitor(() -> Instant.EPOCH, () -> 0);
    private final AtomicLong nanos = new AtomicLong();
    private final LogLines lines = LogLines.of(Map.of("io.github.camelsms.SmsSendProducer", Level.WARN));
    private final RouteWarnings warnings = warnings(false, false);

    @AfterEach
    void close() {
        lines.close();
    }

    @ParameterizedTest
    @ValueSource(strings = { Exchange.SPLIT_INDEX, Exchange.LOOP_INDEX })
    void check_splitWaitsForEachMessageForMinutes_warnsOnce(String index) {
        for (int i = 0; i < 300; i++) {
            warnings.check(exchange(index, i), MESSAGE);
            request(1);
        }
        assertThat(lines.at(Level.WARN)).singleElement().asString()
                .contains("sms://send", "carried one message", "parallelProcessing", "completeOn=stored");
    }

    @Test
    void check_splitFillsRequests_isSilent() {
        for (int i = 0; i < 300; i++) {
            for (int message = 0; message < 100; message++) {
                warnings.check(exchange(Exchange.SPLIT_INDEX, 100 * i + message), MESSAGE);
            }
            request(100);
        }
        assertThat(lines.at(Level.WARN)).isEmpty();
    }

    @Test
    void check_shortSplitsAndOtherExchanges_isSilent() {
        for (int i = 0; i < 300; i++) {
            warnings.check(i % 30 == 0 ? new DefaultExchange(context) : exchange(Exchange.SPLIT_INDEX, i % 10), MESSAGE);
            request(1);
        }
        assertThat(lines.at(Level.WARN)).isEmpty();
    }

    @Test
    void check_idOfTheWholeSplit_warnsOnce() {
        for (int i = 0; i < 3; i++) {
            warnings.check(part("order-1", i), MESSAGE.withCorrelationId("order-1"));
        }
        assertThat(lines.at(Level.WARN)).singleElement().asString()
                .contains("sms://send", "correlation id order-1", "CamelSmsCorrelationId inside the split");
    }

    @Test
    void check_ownIdsOrAnotherSplitOrTheSamePart_isSilent() {
        warnings.check(part("split-1", 0), MESSAGE.withCorrelationId("a"));
        warnings.check(part("split-1", 1), MESSAGE.withCorrelationId("b"));
        warnings.check(part("split-2", 0), MESSAGE.withCorrelationId("b"));
        warnings.check(part("split-2", 0), MESSAGE.withCorrelationId("b"));
        warnings.check(part("split-2", 1), MESSAGE);
        warnings.check(part("split-2", 2), MESSAGE);
        assertThat(lines.at(Level.WARN)).isEmpty();
    }

    /** A message store rejects the second message, or recognizes a duplicate. */
    @Test
    void check_idOfTheWholeSplitWithAStore_isSilent() {
        RouteWarnings stored = warnings(false, true);
        stored.check(part("split-1", 0), MESSAGE.withCorrelationId("a"));
        stored.check(part("split-1", 1), MESSAGE.withCorrelationId("a"));
        assertThat(lines.at(Level.WARN)).isEmpty();
    }

    @Test
    void check_transacted_warnsOnceUnlessItJoinsTheTransaction() {
        Exchange exchange = new DefaultExchange(context);
        warnings(true, true).check(exchange, null);
        exchange.getExchangeExtension().setTransacted(true);
        warnings(true, true).check(exchange, null);
        assertThat(lines.at(Level.WARN)).isEmpty();

        warnings.check(exchange, null);
        warnings.check(exchange, MESSAGE);
        assertThat(lines.at(Level.WARN)).singleElement().asString().contains("sms://send", "joinTransaction=true");
    }

    private RouteWarnings warnings(boolean isJoinTransaction, boolean isStored) {
        return new RouteWarnings("sms://send", isJoinTransaction, isStored, monitor, nanos::get);
    }

    private Exchange exchange(String property, int value) {
        Exchange exchange = new DefaultExchange(context);
        exchange.setProperty(property, value);
        return exchange;
    }

    private Exchange part(String split, int index) {
        Exchange exchange = exchange(Exchange.SPLIT_INDEX, index);
        exchange.setProperty(Exchange.CORRELATION_ID, split);
        return exchange;
    }

    /** A request that takes a second. */
    private void request(int messages) {
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        monitor.requestCompleted(messages, new SendResponse.Processed(List.of()), 1);
    }
}
