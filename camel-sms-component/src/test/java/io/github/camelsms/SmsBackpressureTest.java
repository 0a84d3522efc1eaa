package io.github.camelsms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.AsyncProducer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.seda.SedaEndpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for backpressure: a full queue holds callers and inputs back, so memory is bounded and messages keep their
 * order.
 */
class SmsBackpressureTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";
    private static final int MAX_PENDING = 10;
    private static final int BATCH = 10;

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.deliveryDelay(Duration.ofHours(1), Duration.ofHours(2));
    }

    @Override
    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                // Strict, so that one request is in flight at a time and the service sees them in order.
                from("direct:send")
                        .to("sms:send?maxPendingMessages=10&batchSize=10&requestsPerSecond=50&pacing=strict");
                from("direct:full").to("sms:send?baseUrl=" + simulator.baseUrl().replace("localhost", "127.0.0.1")
                                       + "&maxPendingMessages=200&batchSize=200&requestsPerSecond=1000&results=problems");
            }
        };
    }

    @Test
    void send_manyConcurrentExchanges_completeInOrder() throws Exception {
        List<CompletableFuture<Exchange>> sending = new ArrayList<>();
        Endpoint endpoint = context.getEndpoint("direct:send");
        AsyncProducer producer = endpoint.createAsyncProducer();
        producer.start();
        for (int i = 0; i < 200; i++) {
            Exchange exchange = endpoint.createExchange();
            exchange.getMessage().setBody(message(i));
            CompletableFuture<Exchange> sent = new CompletableFuture<>();
            sending.add(sent);
            producer.process(exchange, doneSync -> sent.complete(exchange));
        }
        for (CompletableFuture<Exchange> sent : sending) {
            assertThat(result(sent.get(60, TimeUnit.SECONDS)).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        }
        assertThat(acceptedIds()).isEqualTo(ids(200));
        assertThat(simulator.statistics().largestBatch()).isLessThanOrEqualTo(BATCH);
    }

    /** A consumer of seda takes its whole queue if nothing holds its thread. */
    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void send_fromSedaToAFullQueue_blocksItsConsumerIfWanted(boolean isBlocking) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:many?size=1000&concurrentConsumers=2").to(
                        "sms:send?username=other&password=x&maxPendingMessages=10&batchSize=10&blockWhenFull=" + isBlocking);
            }
        });
        SmsEndpoint endpoint = context.getEndpoint(
                "sms:send?username=other&password=x&maxPendingMessages=10&batchSize=10&blockWhenFull=" + isBlocking,
                SmsEndpoint.class);
        endpoint.suspendSending();
        SedaEndpoint seda = context.getEndpoint("seda:many?size=1000&concurrentConsumers=2", SedaEndpoint.class);
        try (ProducerTemplate template = context.createProducerTemplate()) {
            IntStream.range(0, 200).forEach(i -> template.sendBody(seda, message(i)));
        }

        await().until(() -> endpoint.getPendingMessages() >= (isBlocking ? MAX_PENDING : 200));
        if (isBlocking) {
            // Messages on their way into the queue are not counted yet when the consumers look for space.
            await().during(Duration.ofMillis(200)).until(() -> seda.getCurrentQueueSize() >= 100);
        }
    }

    @Test
    void stop_callerWaitsForAFullQueue_returns() throws Exception {
        SmsEndpoint endpoint = context.getEndpoint(
                "sms:send?username=other&password=x&maxPendingMessages=10&blockWhenFull=true", SmsEndpoint.class);
        AsyncProducer producer = endpoint.createAsyncProducer();
        producer.start();
        endpoint.suspendSending();
        for (int i = 0; i < MAX_PENDING; i++) {
            submit(producer, i);
        }
        Thread caller = new Thread(() -> submit(producer, MAX_PENDING));
        caller.start();
        await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);

        producer.stop();

        caller.join(60_000);
        assertThat(caller.isAlive()).isFalse();
    }

    private static void submit(AsyncProducer producer, int message) {
        Exchange exchange = producer.getEndpoint().createExchange();
        exchange.getMessage().setBody(message(message));
        producer.process(exchange, doneSync -> {
        });
    }

    @Test
    void send_iterator_isReadAsTheQueueDrains() {
        int count = 1_000;
        AtomicInteger read = new AtomicInteger();
        AtomicLong furthestAhead = new AtomicLong();
        Iterator<SmsMessage> input = IntStream.range(0, count).mapToObj(i -> {
            long ahead = read.incrementAndGet() - simulator.statistics().acceptedMessages();
            furthestAhead.accumulateAndGet(ahead, Math::max);
            return message(i);
        }).iterator();
        Exchange exchange = send(input);
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(count);
        assertThat(read).hasValue(count);
        assertThat(acceptedIds()).isEqualTo(ids(count));
        assertThat(furthestAhead.get()).as("messages read and not yet accepted")
                .isLessThanOrEqualTo(MAX_PENDING + 2 * BATCH);
    }

    @Test
    void send_iteratorOfOneHundredThousand_completes() {
        int count = 100_000;
        Exchange exchange = send(
                "direct:full", e -> e.getMessage().setBody(IntStream.range(0, count).mapToObj(i -> message(i)).iterator()));
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(count);
        assertThat(results(exchange)).isEmpty();
        assertThat(simulator.statistics().duplicateMessages()).isZero();
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(count);
    }

    @ParameterizedTest
    @MethodSource("containers")
    void send_blockingIterator_sendsWhatWasReadSoFar(Function<Iterator<?>, Object> container) {
        Iterator<SmsMessage> waiting = IntStream.range(0, 3).mapToObj(i -> {
            // The next message follows only after the service has accepted the previous one.
            await().until(() -> simulator.statistics().acceptedMessages() == i);
            return message(i);
        }).iterator();
        Exchange exchange = send(container.apply(waiting));
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(3);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(3);
    }

    @Test
    void send_listWithOpenSlot_fillsTheFirstRequest() {
        List<SmsMessage> list = IntStream.range(0, 3 * BATCH).mapToObj(SmsBackpressureTest::message).toList();
        Exchange exchange = send(list);
        assertThat(exchange.getException()).isNull();
        assertThat(simulator.statistics().batchSizes()).containsOnlyKeys(BATCH);
    }

    static Stream<Function<Iterator<?>, Object>> containers() {
        return Stream.of(
                iterator -> iterator, List::of, iterator -> new Object[] { iterator }, iterator -> Map.of("sms", iterator),
                iterator -> List.of(List.of(), Map.of("sms", List.of(iterator))));
    }

    @Test
    void stop_iteratorInAListBlocks_completesTheExchange() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Iterator<SmsMessage> blocking = Stream.generate(() -> {
            await().forever().until(() -> ended.getCount() == 0);
            return message(1);
        }).iterator();
        CompletableFuture<Exchange> sent = context.createProducerTemplate()
                .asyncSend("direct:send", e -> e.getMessage().setBody(List.of(message(0), blocking)));
        await().until(() -> simulator.statistics().acceptedMessages() == 1);
        context.getShutdownStrategy().setTimeout(1);
        context.stop();
        assertThat(sent.get(1, TimeUnit.MINUTES).getException()).isInstanceOf(SmsException.class);
        ended.countDown();
    }

    private List<String> acceptedIds() {
        List<String> ids = new ArrayList<>();
        for (SimulatedMessage message : simulator.messages()) {
            ids.add(String.valueOf(message.correlationId()));
        }
        return ids;
    }

    private static List<String> ids(int count) {
        return IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
    }

    private static SmsMessage message(int number) {
        return new SmsMessage("hello", NUMBER, "m" + number, null);
    }
}
