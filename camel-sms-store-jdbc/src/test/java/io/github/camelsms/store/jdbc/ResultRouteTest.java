package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

/**
 * Tests for routes that consume outcomes and change messages in a SQLite file.
 */
class ResultRouteTest extends FileRoutes {

    private static final int MESSAGES = 450;
    private static final String NUMBER = "11987654321";
    private static final List<String> IDS = IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList();

    ResultRouteTest() {
        super(SmsSimulator.builder().requestsPerSecond(0).build());
    }

    @BeforeEach
    void startSimulator() {
        simulator.start();
    }

    @Test
    void results_ofStoredMessages_areDeliveredOnceWithStoredHeaders() throws Exception {
        Queue<Map<String, Object>> headers = new ConcurrentLinkedQueue<>();
        try (CamelContext context = context(exchangeHeaders -> {
            headers.add(exchangeHeaders);
            consumed.add(id(exchangeHeaders));
        })) {
            sendAll(context);
            await(() -> consumed.size() >= MESSAGES);
        }
        assertThat(consumed).containsExactlyInAnyOrderElementsOf(IDS);
        assertThat(headers).allSatisfy(
                each -> assertThat(each).containsEntry("replyQueue", "q1").containsEntry("CamelSmsOutcome", "ACCEPTED")
                        .containsEntry("CamelSmsDestination", NUMBER));
        try (JdbcMessageStore reopened = store()) {
            reopened.start();
            assertThat(MessageStore.await(reopened.results().claim(account(), 100, Duration.ZERO))).isEmpty();
        }
    }

    @Test
    void results_exchangesFailBeforeARestart_areRedeliveredAfterIt() throws Exception {
        Set<String> failed = ConcurrentHashMap.newKeySet();
        try (CamelContext broken = context(headers -> {
            if (id(headers).endsWith("7")) {
                failed.add(id(headers));
                throw new IllegalStateException("no room for this one");
            }
            consumed.add(id(headers));
        })) {
            sendAll(broken);
            await(() -> consumed.size() + failed.size() >= MESSAGES);
        }
        assertThat(consumed).doesNotHaveDuplicates().hasSize(MESSAGES / 10 * 9);
        try (CamelContext repaired = context(headers -> consumed.add(id(headers)))) {
            await(() -> consumed.size() >= MESSAGES);
        }
        assertThat(consumed).containsExactlyInAnyOrderElementsOf(IDS);
    }

    @Test
    void messagesOperations_sqliteFile_work() throws Exception {
        try (CamelContext context = context(headers -> consumed.add(id(headers)))) {
            sendAll(context);
            await(() -> consumed.size() >= MESSAGES);
            ProducerTemplate template = context.createProducerTemplate();

            assertThat(template.requestBody("sms:messages?operation=count", (Object) null)).asInstanceOf(MAP)
                    .containsEntry(SmsMessageState.ACCEPTED, (long) MESSAGES);
            assertThat((List<?>) template.requestBody("sms:messages?operation=find", IDS))
                    .extracting(found -> ((SmsStoredMessage) found).correlationId()).isEqualTo(IDS);
            assertThat(template.requestBody("sms:messages?operation=resend", List.of("m0", "x"))).isEqualTo(
                    List.of(new SmsOperated("m0", SmsMessageState.ACCEPTED, false), new SmsOperated("x", null, false)));
            assertThat(
                    template.requestBodyAndHeader(
                            "sms:messages?operation=erase", null, "CamelSmsDestination", "+55 (11) 98765-4321"))
                    .isEqualTo((long) MESSAGES);
            assertThat(
                    (SmsStoredMessage) template.requestBodyAndHeader(
                            "sms:messages?operation=find", null, "CamelSmsCorrelationId", "m0"))
                    .satisfies(found -> assertThat(found.message().destination()).isNull());
            assertThat(template.requestBody("sms:messages?operation=purge", (Object) null)).isEqualTo(0L);
        }
    }

    /** A step of a route, which receives the headers of an outcome. */
    private interface Step {

        void process(Map<String, Object> headers);
    }

    private void sendAll(CamelContext context) {
        List<SmsMessage> messages = IDS.stream().map(id -> new SmsMessage("hello", NUMBER, id, null)).toList();
        context.createProducerTemplate().requestBodyAndHeader(
                "sms:send?completeOn=stored&keepHeaders=replyQueue", messages, "replyQueue", "q1");
    }

    private CamelContext context(Step step) throws Exception {
        CamelContext context = context(store());
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("sms:results?delay=20&initialDelay=0")
                        .process(exchange -> step.process(new HashMap<>(exchange.getMessage().getHeaders())));
            }
        });
        context.start();
        return context;
    }
}
