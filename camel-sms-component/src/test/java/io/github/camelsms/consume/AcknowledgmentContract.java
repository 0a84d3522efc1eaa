package io.github.camelsms.consume;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.processor.aggregate.GroupedBodyAggregationStrategy;
import org.apache.camel.support.AsyncProcessorSupport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a consumer acknowledges a delivery when the unit of work of its exchange is completed, as Camel's
 * consumers do, wherever a route continues the exchange. The test calls {@code poll()} itself.
 */
public interface AcknowledgmentContract {

    CamelContext camel();

    /** Returns the URI of a consumer that does not poll on its own. */
    String uri();

    /** Prepares deliveries for the next poll. */
    void deliver(int count) throws Exception;

    /** Returns the number of deliveries that are not acknowledged, as another consumer would see it after a crash. */
    int unacknowledged();

    /** Passes the time until everything that is not acknowledged or in progress is delivered again. */
    void passRedeliveryDelay();

    @Test
    default void seda_exchangeWaits_isNotAcknowledgedBeforeItEnds() throws Exception {
        deliver(3);
        route(poll -> poll.to("seda:next"), false, exchange -> {
        });

        poll();

        assertThat(unacknowledged()).isEqualTo(3);
        camel().getRouteController().startRoute("next");
        await().until(() -> unacknowledged() == 0);
    }

    @Test
    default void seda_exchangeFails_isRedelivered() throws Exception {
        assertFailureIsRedelivered(poll -> poll.to("seda:next"));
    }

    /** Camel hands the completion over before it notices that there is no room. */
    @Test
    default void seda_queueIsFull_isRedelivered() throws Exception {
        deliver(3);
        Queue<Object> received = new ConcurrentLinkedQueue<>();
        route(poll -> poll.to("seda:small?size=1"), true, exchange -> received.add(exchange.getMessage().getBody()));
        poll();
        camel().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:small?size=1").to("direct:next");
            }
        });

        // Releases take their time: a poll that comes before one finds nothing, and all can be hidden for a moment.
        await().until(() -> {
            passRedeliveryDelay();
            poll();
            return deliveriesIn(received.stream()).distinct().count() == 3 && unacknowledged() == 0;
        });
    }

    @Test
    default void seda_laterStepOfTheRouteFails_isRedelivered() throws Exception {
        deliver(1);
        AtomicInteger attempts = new AtomicInteger();
        AtomicInteger received = new AtomicInteger();
        route(poll -> poll.to("seda:next").process(failing(attempts)), true, exchange -> received.incrementAndGet());

        poll();
        await().until(() -> received.get() == 1);
        await().until(() -> {
            passRedeliveryDelay();
            poll();
            return attempts.get() == 2;
        });

        await().until(() -> unacknowledged() == 0);
    }

    @Test
    default void threads_exchangeFails_isRedelivered() throws Exception {
        assertFailureIsRedelivered(poll -> poll.threads(2).to("direct:next"));
    }

    @Test
    default void split_aPartFails_isRedelivered() throws Exception {
        assertFailureIsRedelivered(poll -> poll.split(body()).to("direct:next").end());
    }

    @Test
    default void splitInParallel_aPartFails_isRedelivered() throws Exception {
        assertFailureIsRedelivered(poll -> poll.split(body()).parallelProcessing().to("direct:next").end());
    }

    @Test
    default void multicastInParallel_oneFails_isRedelivered() throws Exception {
        assertFailureIsRedelivered(
                poll -> poll.multicast().parallelProcessing().stopOnException().to("mock:other", "direct:next"));
    }

    /** The tap has an exchange of its own. */
    @Test
    default void wireTap_tapFails_isAcknowledged() throws Exception {
        deliver(1);
        AtomicInteger attempts = new AtomicInteger();
        route(poll -> poll.wireTap("direct:next"), true, failing(attempts));

        poll();

        await().until(() -> attempts.get() == 1);
        assertThat(unacknowledged()).isZero();
    }

    /** As with each consumer of Camel: the aggregate is another exchange. */
    @Test
    default void aggregate_groupIsNotComplete_isAcknowledged() throws Exception {
        deliver(1);
        route(
                poll -> poll.aggregate(simple("all"), new GroupedBodyAggregationStrategy()).completionSize(1_000)
                        .to("direct:next"),
                true, exchange -> {
                });

        poll();

        assertThat(unacknowledged()).isZero();
    }

    @Test
    default void asynchronousProcessor_completesElsewhere_isAcknowledgedThen() throws Exception {
        deliver(2);
        Asynchronous asynchronous = new Asynchronous();
        route(poll -> poll.process(asynchronous), true, exchange -> {
        });

        CompletableFuture.runAsync(this::poll).get(60, TimeUnit.SECONDS);

        assertThat(unacknowledged()).isEqualTo(2);
        asynchronous.complete();
        await().until(() -> unacknowledged() == 0);
    }

    @Test
    default void asynchronousProcessor_failsElsewhere_isRedelivered() throws Exception {
        deliver(1);
        Asynchronous asynchronous = new Asynchronous();
        route(poll -> poll.process(asynchronous), true, exchange -> {
        });
        CompletableFuture.runAsync(this::poll).get(60, TimeUnit.SECONDS);

        asynchronous.exchanges.element().setException(new IllegalStateException("no room for this one"));
        asynchronous.complete();
        passRedeliveryDelay();
        CompletableFuture.runAsync(this::poll).get(60, TimeUnit.SECONDS);
        asynchronous.complete();

        await().until(() -> unacknowledged() == 0);
        assertThat(asynchronous.exchanges).hasSize(2);
    }

    /** Otherwise a poll would start exchanges that already wait in the queue. */
    @Test
    default void poll_exchangesWaitInAQueue_areNotDeliveredTwice() throws Exception {
        deliver(3);
        Queue<Object> received = new ConcurrentLinkedQueue<>();
        route(poll -> poll.to("seda:next"), false, exchange -> received.add(exchange.getMessage().getBody()));
        poll();
        poll();

        camel().getRouteController().startRoute("next");

        await().until(() -> unacknowledged() == 0);
        assertThat(received).doesNotHaveDuplicates();
    }

    /** Each poll would otherwise fill the queue and the memory. */
    @Test
    default void poll_manyExchangesInProgress_startsOthersWhenTheyEnd() throws Exception {
        deliver(InProgress.MAX + 100);
        Asynchronous asynchronous = new Asynchronous();
        route(poll -> poll.process(asynchronous), true, exchange -> {
        });

        CompletableFuture<Void> polls = CompletableFuture.runAsync(this::poll);
        await().until(() -> asynchronous.deliveries() == InProgress.MAX || polls.isDone());
        assertThat(asynchronous.deliveries()).isEqualTo(InProgress.MAX);
        asynchronous.complete();
        await().until(() -> asynchronous.deliveries() > InProgress.MAX);
        asynchronous.complete();
        polls.get(60, TimeUnit.SECONDS);
        asynchronous.complete();

        await().until(() -> unacknowledged() == 0);
    }

    @Test
    default void stop_exchangeWaitsInAQueue_isAcknowledgedWhenItEnds() throws Exception {
        deliver(1);
        route(poll -> poll.to("seda:next"), false, exchange -> {
        });
        poll();

        camel().getRouteController().stopRoute("poll");
        assertThat(unacknowledged()).isEqualTo(1);
        camel().getRouteController().startRoute("next");

        await().until(() -> unacknowledged() == 0);
    }

    @Test
    default void stop_exchangeFailsLater_isRedeliveredAfterTheNextStart() throws Exception {
        deliver(1);
        AtomicInteger attempts = new AtomicInteger();
        route(poll -> poll.to("seda:next"), false, failing(attempts));
        poll();

        camel().getRouteController().stopRoute("poll");
        camel().getRouteController().startRoute("next");
        await().until(() -> attempts.get() == 1);
        camel().getRouteController().startRoute("poll");
        await().until(() -> {
            passRedeliveryDelay();
            poll();
            return attempts.get() == 2;
        });

        await().until(() -> unacknowledged() == 0);
    }

    @Test
    default void exceptionHandler_exchangeFails_isCalledWithTheExchange() throws Exception {
        deliver(1);
        RecordedFailures failures = new RecordedFailures();
        camel().getRegistry().bind("failures", failures);
        route(uri() + "&exceptionHandler=#failures", poll -> poll.to("direct:next"), true, failing(new AtomicInteger()));

        poll();

        assertThat(failures.exchanges).singleElement()
                .satisfies(exchange -> assertThat(exchange.getFromRouteId()).isEqualTo("poll"));
        assertThat(failures.causes).singleElement().asString().contains("no room for this one");
        assertThat(failures.messages).singleElement().asString().contains("SMS account", "redelivered");
    }

    @Test
    default void exceptionHandler_throwsAnError_exchangeIsRedelivered() throws Exception {
        deliver(1);
        camel().getRegistry().bind("failures", new RecordedFailures() {
            @Override
            public void handleException(String message, Exchange exchange, Throwable failure) {
                throw new NoClassDefFoundError("a class of the handler");
            }
        });
        AtomicInteger attempts = new AtomicInteger();
        route(uri() + "&exceptionHandler=#failures", poll -> poll.to("direct:next"), true, failing(attempts));

        poll();
        passRedeliveryDelay();
        poll();

        assertThat(attempts).hasValue(2);
        assertThat(unacknowledged()).isZero();
    }

    @Test
    default void bridgeErrorHandler_exchangeFails_isHandledByTheRoute() throws Exception {
        deliver(1);
        AtomicInteger bridged = new AtomicInteger();
        camel().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(defaultErrorHandler().logExhausted(false));
                onException(IllegalStateException.class).onWhen(exchangeProperty(Exchange.ERRORHANDLER_BRIDGE).isNotNull())
                        .process(exchange -> bridged.incrementAndGet());
                from(uri() + "&bridgeErrorHandler=true").routeId("poll").process(failing(new AtomicInteger()));
            }
        });

        poll();

        assertThat(bridged).hasValue(1);
        assertThat(unacknowledged()).isEqualTo(1);
    }

    /** Processor that completes its exchanges on demand. */
    class Asynchronous extends AsyncProcessorSupport {

        public final Queue<Exchange> exchanges = new ConcurrentLinkedQueue<>();
        private final Queue<AsyncCallback> callbacks = new ConcurrentLinkedQueue<>();

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            exchanges.add(exchange);
            callbacks.add(callback);
            return false;
        }

        /** Returns the number of deliveries in all exchanges. */
        int deliveries() {
            return (int) deliveriesIn(exchanges.stream().map(exchange -> exchange.getMessage().getBody())).count();
        }

        public void complete() throws Exception {
            Thread elsewhere = new Thread(() -> {
                for (AsyncCallback callback = callbacks.poll(); callback != null; callback = callbacks.poll()) {
                    callback.done(false);
                }
            });
            elsewhere.start();
            elsewhere.join();
        }
    }

    /** Returns the deliveries in bodies, each of which is one or a list. */
    private static Stream<?> deliveriesIn(Stream<?> bodies) {
        return bodies.flatMap(body -> body instanceof List<?> list ? list.stream() : Stream.of(body));
    }

    /** Adds steps to the route of the consumer. */
    interface Steps {
        void add(RouteDefinition route);
    }

    private static Processor failing(AtomicInteger attempts) {
        return exchange -> {
            if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("no room for this one");
            }
        };
    }

    private void assertFailureIsRedelivered(Steps steps) throws Exception {
        deliver(1);
        AtomicInteger attempts = new AtomicInteger();
        route(steps, true, failing(attempts));

        poll();
        await().until(() -> attempts.get() == 1);
        await().until(() -> {
            passRedeliveryDelay();
            poll();
            return attempts.get() == 2;
        });

        await().until(() -> unacknowledged() == 0);
    }

    private void route(Steps steps, boolean isNextStarted, Processor next) throws Exception {
        route(uri(), steps, isNextStarted, next);
    }

    /** Starts the route of the consumer, and one that continues its exchanges. */
    private void route(String uri, Steps steps, boolean isNextStarted, Processor next) throws Exception {
        camel().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:next").process(next);
                from("seda:next?size=1000").routeId("next").autoStartup(isNextStarted).to("direct:next");
                steps.add(from(uri).routeId("poll"));
            }
        });
    }

    private void poll() {
        ((RoutingConsumer) camel().getRoute("poll").getConsumer()).run();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5));
    }

    private static org.apache.camel.builder.ValueBuilder body() {
        return org.apache.camel.builder.Builder.body();
    }

    private static org.apache.camel.builder.ValueBuilder simple(String expression) {
        return org.apache.camel.builder.Builder.simple(expression);
    }
}
