package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.MessageStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a route that consumes statuses through a SQLite file.
 */
class StatusRouteTest extends FileRoutes {

    private static final int MESSAGES = 1_050;

    StatusRouteTest() {
        super(SmsSimulator.builder().requestsPerSecond(0).deliveryDelay(Duration.ofHours(1), Duration.ofHours(2)).build());
    }

    @BeforeEach
    void sendMessages() throws Exception {
        simulator.start();
        List<SmsMessage> messages = IntStream.range(0, MESSAGES)
                .mapToObj(i -> new SmsMessage("hello", "11987654321", "m" + i, null)).toList();
        try (CamelContext sender = context(null)) {
            sender.start();
            sender.createProducerTemplate().requestBody("sms:send", messages);
        }
    }

    @Test
    void poll_manyBlocks_deliversAndAcknowledgesEachStatusOnce() throws Exception {
        try (CamelContext consumer = consumer(exchange -> consumed.add(id(exchange.getMessage().getHeaders())))) {
            consumer.start();
            await(() -> consumed.size() >= MESSAGES);
        }
        assertThat(consumed).containsExactlyInAnyOrderElementsOf(
                IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList());
        try (JdbcMessageStore reopened = store()) {
            reopened.start();
            assertThat(MessageStore.await(reopened.statuses().claim(account(), 100, Duration.ZERO))).isEmpty();
            assertThat(MessageStore.await(reopened.statuses().gaps(account()))).isEmpty();
            assertThat(MessageStore.await(reopened.statuses().unread(account()))).isEmpty();
        }
    }

    @Test
    void poll_exchangesFailBeforeARestart_areRedeliveredAfterIt() throws Exception {
        Set<String> failed = ConcurrentHashMap.newKeySet();
        try (CamelContext broken = consumer(exchange -> {
            String id = id(exchange.getMessage().getHeaders());
            if (id.endsWith("7")) {
                failed.add(id);
                throw new IllegalStateException("no room for this one");
            }
            consumed.add(id);
        })) {
            broken.start();
            await(() -> consumed.size() + failed.size() >= MESSAGES);
        }
        assertThat(consumed).doesNotHaveDuplicates().hasSize(MESSAGES / 10 * 9);
        try (CamelContext repaired = consumer(exchange -> consumed.add(id(exchange.getMessage().getHeaders())))) {
            repaired.start();
            await(() -> consumed.size() >= MESSAGES);
        }
        assertThat(consumed).doesNotHaveDuplicates().hasSize(MESSAGES);
        assertThat(simulator.statistics().reportedStatuses()).isEqualTo(MESSAGES);
    }

    private CamelContext consumer(Processor step) throws Exception {
        CamelContext context = context(store());
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(defaultErrorHandler().logExhausted(false));
                from("sms:status?delay=20&initialDelay=0").process(step);
            }
        });
        return context;
    }
}
