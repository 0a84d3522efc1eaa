package io.github.camelsms;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.Fault;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

import org.apache.camel.AsyncProducer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.LifecycleStrategy;
import org.apache.camel.support.service.ServiceHelper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for shutdown: each exchange is completed once with the correct outcome, and no thread is left.
 */
class SmsShutdownTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";

    private final Map<String, Integer> completions = new ConcurrentHashMap<>();

    @Override
    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                // Each test adds its route with its own rate.
            }
        };
    }

    @Test
    void stop_backlog_sendsItAndCompletesEachExchangeOnce() throws Exception {
        startRoute(10, 10);
        List<CompletableFuture<Exchange>> sending = sendEach(100);
        awaitSubmitted(1);
        context.stop();
        assertThat(outcomes(sending)).containsExactly(Map.entry(SmsOutcome.ACCEPTED, 100L));
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(100);
        assertThat(simulator.statistics().duplicateMessages()).isZero();
        assertThat(completions).hasSize(100).allSatisfy((id, times) -> assertThat(times).isEqualTo(1));
        awaitNoThreads();
    }

    @Test
    void stop_timeoutExceeded_waitingIsNotSentAndInFlightIsUnknown() throws Exception {
        startRoute(0.1, 10);
        context.getShutdownStrategy().setTimeout(1);
        simulator.failNext(Fault.delayResponse(Duration.ofMinutes(5)));
        CompletableFuture<Exchange> inFlight = sendEach(1).get(0);
        await().until(() -> simulator.statistics().sendRequests() == 1);
        List<CompletableFuture<Exchange>> waiting = IntStream.range(1, 30).mapToObj(i -> sendOne(i)).toList();
        context.stop();
        assertThat(outcomes(List.of(inFlight))).containsExactly(Map.entry(SmsOutcome.UNKNOWN, 1L));
        assertThat(outcomes(waiting)).containsExactly(Map.entry(SmsOutcome.NOT_SENT, 29L));
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
        assertThat(completions).hasSize(30).allSatisfy((id, times) -> assertThat(times).isEqualTo(1));
        awaitNoThreads();
    }

    @Test
    void stop_timeoutExceeded_endsAnUnfinishedInput() throws Exception {
        startRoute(0.1, 10);
        context.getShutdownStrategy().setTimeout(1);
        CompletableFuture<Exchange> sending = sendAsync("all", messages(200));
        await().until(() -> simulator.statistics().acceptedMessages() == 10);
        context.stop();
        Exchange exchange = get(sending);
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(10);
        assertThat(exchange.getMessage().getHeader("CamelSmsNotSent")).isEqualTo(190);
        awaitNoThreads();
    }

    @Test
    void stop_sendingIsSuspended_doesNotWaitForTheTimeout() throws Exception {
        startRoute(1_000, 10);
        context.getShutdownStrategy().setTimeout(60);
        component.suspendSending();
        List<CompletableFuture<Exchange>> waiting = sendEach(3);
        context.stop();
        assertThat(context.getShutdownStrategy().hasTimeoutOccurred()).isFalse();
        assertThat(outcomes(waiting)).containsExactly(Map.entry(SmsOutcome.NOT_SENT, 3L));
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    @Test
    void stop_exchangeStillBlocksAfterItsOutcome_doesNotReportUnsentMessages() throws Exception {
        component.getConfiguration().setRequestsPerSecond(1_000);
        CountDownLatch isReleased = new CountDownLatch(1);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").routeId("send").to("sms:send").process(exchange -> isReleased.await());
            }
        });
        context.getShutdownStrategy().setTimeout(1);
        // The exchange blocks until the end of the test, however long its thread is waited for.
        context.getExecutorServiceManager().setShutdownAwaitTermination(1);
        CompletableFuture<Exchange> sending = sendEach(1).get(0);
        await().until(() -> simulator.statistics().acceptedMessages() == 1);
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms.account", Level.INFO))) {
            context.stop();
            assertThat(lines.ofLogger("io.github.camelsms.account.SmsAccount"))
                    .noneMatch(line -> line.contains("stopped before all messages were sent"));
        } finally {
            isReleased.countDown();
        }
        get(sending);
    }

    @Test
    void send_manyAfterTheComponentStopped_reasonIsTheShutdown() throws Exception {
        startRoute(1_000, 200);
        component.stop();
        Exchange exchange = get(sendAsync("all", messages(2)));
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsNotSentException.class)
                .hasMessageContaining("the component was shut down");
    }

    @Test
    void send_endpointFirstUsedWhileTheContextStops_isNotSent() throws Exception {
        // Lifecycle strategies are called while the context is still started.
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:send").process(exchange -> await().until(context::isStopping))
                        .toD("sms:send?batchSize=${header.size}");
            }
        });
        SmsMessage message = new SmsMessage("hello", NUMBER, "m", null);
        CompletableFuture<Exchange> one = sendLater(message);
        CompletableFuture<Exchange> many = sendLater(List.of(message, "{}", message));
        CompletableFuture<Exchange> rejected = sendLater(new SmsMessage("hello", "1", "m", null));
        Iterator<SmsMessage> iterator = List.of(message).iterator();
        CompletableFuture<Exchange> readOnce = sendLater(iterator);
        await().until(() -> context.getInflightRepository().size() == 4);
        context.stop();

        assertThat(get(one).getException()).isExactlyInstanceOf(SmsNotSentException.class)
                .hasMessageContaining("is not started, because its Camel context is starting or stopping");
        assertThat(outcome(get(one))).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(get(one).getMessage().getHeader("CamelSmsOutcome")).isEqualTo("NOT_SENT");
        assertThat(get(one).getMessage().getHeader("CamelSmsCorrelationId")).isEqualTo("m");
        assertThat(get(many).getException()).isExactlyInstanceOf(SmsNotSentException.class);
        assertThat(((SmsException) get(many).getException()).results()).extracting(SmsSendResult::outcome)
                .containsExactly(SmsOutcome.NOT_SENT, SmsOutcome.REJECTED, SmsOutcome.NOT_SENT);
        assertThat(get(many).getMessage().getHeader("CamelSmsNotSent")).isEqualTo(2);
        assertThat(get(rejected).getMessage().getHeader("CamelSmsOutcome")).isEqualTo("REJECTED");
        assertThat(get(readOnce).getException()).isExactlyInstanceOf(SmsNotSentException.class);
        assertThat(iterator).as("not read").hasNext();
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    private CompletableFuture<Exchange> sendLater(Object body) {
        return CompletableFuture.supplyAsync(() -> send("direct:send", exchange -> {
            exchange.getMessage().setBody(body);
            exchange.getMessage().setHeader("size", 7);
        }), task -> new Thread(task).start());
    }

    /** The iterator may be shared, such as that of an empty list. */
    @Test
    void send_iteratorThatAStoppedComponentHasNotRead_isReadLater() throws Exception {
        startRoute(1_000, 200);
        component.stop();
        Iterator<SmsMessage> iterator = messages(2).iterator();
        assertThat(get(sendAsync("first", iterator)).getException()).isExactlyInstanceOf(SmsNotSentException.class);
        context.getRouteController().stopRoute("send");
        component.start();
        context.getRouteController().startRoute("send");

        Exchange exchange = get(sendAsync("second", iterator));
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(2);
    }

    @Test
    void restart_component_resumesSending() throws Exception {
        startRoute(1_000, 200);
        assertThat(send(messages(1)).getException()).isNull();
        context.getRouteController().stopRoute("send");
        component.stop();
        component.start();
        context.getRouteController().startRoute("send");
        assertThat(send(messages(1)).getException()).isNull();
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(2);
    }

    @Test
    void suspendAndResume_route_losesNothing() throws Exception {
        startRoute(20, 10);
        List<CompletableFuture<Exchange>> sending = sendEach(100);
        awaitSubmitted(1);
        context.getRouteController().suspendRoute("send");
        context.getRouteController().resumeRoute("send");
        assertThat(outcomes(sending)).containsExactly(Map.entry(SmsOutcome.ACCEPTED, 100L));
        assertThat(send(messages(1)).getException()).isNull();
    }

    @Test
    void suspendAndResume_context_losesNothing() throws Exception {
        startRoute(20, 10);
        List<CompletableFuture<Exchange>> sending = sendEach(60);
        awaitSubmitted(1);
        context.suspend();
        context.resume();
        assertThat(outcomes(sending)).containsExactly(Map.entry(SmsOutcome.ACCEPTED, 60L));
        assertThat(send(messages(1)).getException()).isNull();
        assertThat(completions).hasSize(60).allSatisfy((id, times) -> assertThat(times).isEqualTo(1));
    }

    @Test
    void restart_context_resumesSendingAndLeaksNoThread() throws Exception {
        // Camel creates components again, so the settings of the first one are lost.
        addRoute("sms:send?username=demo&password=secret-1&requestsPerSecond=1000&baseUrl=" + simulator.baseUrl());
        assertThat(send(messages(1)).getException()).isNull();
        context.stop();
        awaitNoThreads();
        context.start();
        assertThat(send(messages(1)).getException()).isNull();
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(2);
        context.stop();
        awaitNoThreads();
    }

    @Test
    void reload_component_completesExchangesInFlightAndResumesSending() throws Exception {
        startRoute(20, 10);
        List<CompletableFuture<Exchange>> sending = sendEach(60);
        awaitSubmitted(1);
        context.getRouteController().stopRoute("send");
        context.removeRoute("send");
        context.removeEndpoints("sms:*");
        context.removeComponent("sms");
        assertThat(outcomes(sending)).containsExactly(Map.entry(SmsOutcome.ACCEPTED, 60L));
        awaitNoThreads();

        SmsComponent reloaded = context.getComponent("sms", SmsComponent.class);
        assertThat(reloaded).isNotSameAs(component);
        reloaded.setConfiguration(component.getConfiguration());
        component = reloaded;
        addRoute();
        assertThat(send(messages(1)).getException()).isNull();
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(61);
    }

    @Test
    void remove_route_losesNothingAndKeepsThePaceOfTheAccount() throws Exception {
        component.getConfiguration().setPacing(Pacing.strict);
        startRoute(4, 10);
        for (int round = 0; round < 3; round++) {
            assertThat(send(messages(1)).getException()).isNull();
            context.getRouteController().stopRoute("send");
            context.removeRoute("send");
            addRoute();
        }
        assertThat(send(messages(1)).getException()).isNull();
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(4);
        assertThat(simulator.statistics().smallestGapMillis()).isGreaterThanOrEqualTo(249);
    }

    @Test
    void remove_component_leavesNoListenerInTheContext() {
        SmsComponent another = new SmsComponent();
        List<LifecycleStrategy> before = List.copyOf(context.getLifecycleStrategies());
        context.addComponent("another", another);
        ServiceHelper.startService(another);
        assertThat(context.getLifecycleStrategies()).hasSize(before.size() + 1);
        context.removeComponent("another");
        assertThat(context.getLifecycleStrategies()).isEqualTo(before);
    }

    private void startRoute(double requestsPerSecond, int batchSize) throws Exception {
        component.getConfiguration().setRequestsPerSecond(requestsPerSecond);
        component.getConfiguration().setBatchSize(batchSize);
        addRoute();
    }

    private void addRoute() throws Exception {
        addRoute("sms:send");
    }

    private void addRoute(String uri) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:send").routeId("send").to(uri);
            }
        });
    }

    private List<CompletableFuture<Exchange>> sendEach(int count) {
        return IntStream.range(0, count).mapToObj(this::sendOne).toList();
    }

    private CompletableFuture<Exchange> sendOne(int number) {
        return sendAsync("m" + number, new SmsMessage("hello", NUMBER, "m" + number, null));
    }

    /** Submits without waiting, like an asynchronous consumer. */
    private CompletableFuture<Exchange> sendAsync(String name, Object body) {
        CompletableFuture<Exchange> sent = new CompletableFuture<>();
        try {
            Endpoint endpoint = context.getEndpoint("direct:send");
            AsyncProducer producer = endpoint.createAsyncProducer();
            producer.start();
            Exchange exchange = endpoint.createExchange();
            exchange.getMessage().setBody(body);
            producer.process(exchange, doneSync -> {
                completions.merge(name, 1, Integer::sum);
                sent.complete(exchange);
            });
        } catch (Exception e) {
            sent.completeExceptionally(e);
        }
        return sent;
    }

    private void awaitSubmitted(int requests) {
        await().until(() -> simulator.statistics().sendRequests() >= requests);
    }

    private static List<SmsMessage> messages(int count) {
        return IntStream.range(0, count).mapToObj(i -> new SmsMessage("hello", NUMBER, null, null)).toList();
    }

    private static Map<SmsOutcome, Long> outcomes(List<CompletableFuture<Exchange>> sending) {
        return sending.stream().map(SmsShutdownTest::get).map(SmsShutdownTest::outcome)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static SmsOutcome outcome(Exchange exchange) {
        if (exchange.getException() instanceof SmsException failure) {
            return failure.results().get(0).outcome();
        }
        return exchange.getMessage().getBody(SmsSendResult.class).outcome();
    }

    private static Exchange get(CompletableFuture<Exchange> sending) {
        return sending.orTimeout(60, TimeUnit.SECONDS).join();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5));
    }

    private void awaitNoThreads() {
        await().untilAsserted(() -> assertThat(ContextThreads.named(context, "Sms")).isEmpty());
    }
}
