package io.github.camelsms.results;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.github.camelsms.FailingStore;
import io.github.camelsms.Internals;
import io.github.camelsms.LogLines;
import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.StoreFixture;
import io.github.camelsms.StoredMessages;
import io.github.camelsms.account.AccountUse;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.consume.AcknowledgmentContract;
import io.github.camelsms.consume.ClaimedBatch;
import io.github.camelsms.consume.VisibilityTimeout;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.TextlessException;
import io.github.camelsms.observe.RouteMonitor;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Consumer;
import org.apache.camel.ConsumerTemplate;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.support.DefaultPollingConsumerPollStrategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for the consumption of outcomes: each is redelivered until its exchange succeeds. The service is unreachable.
 */
class SmsResultsConsumerTest extends StoreFixture {

    /** The test calls {@code poll()} itself. */
    private static final String NO_TIMER = "sms:results?initialDelay=3600000&delay=3600000";

    @Test
    void poll_outcome_createsAnExchangeWithBodyAndHeaders() throws Exception {
        messages.finish(List.of("a"), Map.of("replyQueue", "q1"), StoredMessages::accepted);
        MockEndpoint results = route("sms:results?delay=10&initialDelay=0", exchange -> {
        });
        await().until(() -> results.getReceivedCounter() == 1);

        Exchange exchange = results.getReceivedExchanges().get(0);
        SmsSendResult result = exchange.getMessage().getBody(SmsSendResult.class);
        assertThat(result).isEqualTo(SmsSendResult.accepted(5, "sms-a", "a").withSentAt(StoredMessages.SENT)
                .about(StoredMessages.NUMBER, null));
        assertThat(exchange.getMessage().getHeaders()).containsOnly(
                Map.entry("CamelSmsOutcome", "ACCEPTED"), Map.entry("CamelSmsCorrelationId", "a"),
                Map.entry("CamelSmsCode", 5), Map.entry("CamelSmsId", "sms-a"),
                Map.entry("CamelSmsSentAt", StoredMessages.SENT),
                Map.entry("CamelMessageTimestamp", StoredMessages.SENT.toEpochMilli()),
                Map.entry("CamelSmsDestination", StoredMessages.NUMBER), Map.entry("replyQueue", "q1"));
        assertThat(exchange.getProperty(Exchange.BATCH_COMPLETE)).isEqualTo(true);
    }

    @Test
    void poll_storedHeadersNamedLikeComponentHeaders_areNotRestored() throws Exception {
        messages.finish(
                List.of("a"),
                Map.of("camelsmsoutcome", "REJECTED", "CamelSmsReason", "kept", "CamelSmsDestination", "kept", "CamelSmsPart",
                        "kept", "other", "kept"),
                StoredMessages::accepted);
        MockEndpoint results = route(NO_TIMER, exchange -> {
        });

        assertThat(consumer().poll()).isEqualTo(1);
        Exchange exchange = results.getReceivedExchanges().get(0);
        assertThat(exchange.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("ACCEPTED");
        assertThat(exchange.getMessage().getHeader("CamelSmsReason")).isNull();
        assertThat(exchange.getMessage().getHeader("CamelSmsPart")).isNull();
        assertThat(exchange.getMessage().getHeader("CamelSmsDestination")).isEqualTo(StoredMessages.NUMBER);
        assertThat(exchange.getMessage().getHeader("other")).isEqualTo("kept");
    }

    @Test
    void poll_messageNotAccepted_doesNotFailTheExchange() throws Exception {
        messages.finish(
                List.of("a", "b", "c"), Map.of(), message -> switch (message.correlationId()) {
                    case "a" -> SmsSendResult.rejected(-5, "invalid number", "a");
                    case "b" -> SmsSendResult.notSent(401, "credentials", "b");
                    default -> SmsSendResult.unknown(null, "no response", "c");
                });
        MockEndpoint results = route(NO_TIMER, exchange -> {
        });

        consumer().poll();

        assertThat(results.getReceivedExchanges()).allMatch(exchange -> exchange.getException() == null)
                .extracting(exchange -> exchange.getMessage().getBody(SmsSendResult.class).outcome())
                .containsExactly(SmsOutcome.REJECTED, SmsOutcome.NOT_SENT, SmsOutcome.UNKNOWN);
    }

    @Test
    void poll_severalBatches_areConsumedInOnePollWithOneAcknowledgmentEach() throws Exception {
        messages.accept(450);
        MockEndpoint results = route(NO_TIMER, exchange -> {
        });

        assertThat(consumer().poll()).isEqualTo(450);

        assertThat(results.getReceivedExchanges())
                .extracting(exchange -> exchange.getMessage().getHeader("CamelSmsCorrelationId")).doesNotHaveDuplicates()
                .hasSize(450);
        assertThat(store.acknowledgments).hasValue(3);
        advance(Duration.ofHours(1));
        assertThat(consumer().poll()).isZero();
    }

    @Test
    void batching_outcomesWithTheSameStoredHeaders_shareAnExchange() throws Exception {
        messages.finish(List.of("a", "b"), Map.of("file", "1"), StoredMessages::accepted);
        messages.finish(List.of("c"), Map.of(), StoredMessages::accepted);
        messages.finish(List.of("d"), Map.of("file", "1", "CamelSmsReason", "kept"), StoredMessages::accepted);
        messages.finish(List.of("e"), Map.of("file", "1"), StoredMessages::accepted);
        MockEndpoint results = route(NO_TIMER + "&batching=true", exchange -> {
        });

        assertThat(consumer().poll()).isEqualTo(5);

        List<Exchange> exchanges = results.getReceivedExchanges();
        assertThat(exchanges).extracting(SmsResultsConsumerTest::ids)
                .containsExactly(List.of("a", "b", "e"), List.of("c"), List.of("d"));
        assertThat(exchanges).extracting(exchange -> exchange.getMessage().getHeaders())
                .containsExactly(Map.of("file", "1"), Map.of(), Map.of("file", "1"));
        assertThat(exchanges.get(0).getMessage().getBody(List.class)).first()
                .isEqualTo(SmsSendResult.accepted(5, "sms-a", "a").withSentAt(StoredMessages.SENT)
                        .about(StoredMessages.NUMBER, null));
        assertThat(exchanges.get(0).getProperty(Exchange.BATCH_SIZE)).isEqualTo(3);
        assertThat(store.acknowledgments).hasValue(1);
        advance(Duration.ofHours(1));
        assertThat(consumer().poll()).isZero();
    }

    @Test
    void batching_exchangeFailed_allItsOutcomesAreRedelivered() throws Exception {
        messages.finish(List.of("a", "b"), Map.of("file", "1"), StoredMessages::accepted);
        messages.finish(List.of("c"), Map.of("file", "2"), StoredMessages::accepted);
        AtomicInteger attempts = new AtomicInteger();
        MockEndpoint results = route(NO_TIMER + "&batching=true", exchange -> {
            if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("no room for these");
            }
        });

        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            assertThat(consumer().poll()).isEqualTo(3);
            assertThat(lines.at(Level.WARN)).first().asString()
                    .contains("the exchange for the outcome of message a (2 outcomes) failed", "no room for these");
        }
        advance(Duration.ofSeconds(1));
        assertThat(consumer().poll()).isEqualTo(2);

        assertThat(results.getReceivedExchanges()).extracting(SmsResultsConsumerTest::ids)
                .containsExactly(List.of("c"), List.of("a", "b"));
    }

    private static List<String> ids(Exchange exchange) {
        return Stream.of(exchange.getMessage().getBody(SmsSendResult[].class)).map(SmsSendResult::correlationId).toList();
    }

    @Test
    void poll_exchangeFailed_isRedeliveredAfterAnIncreasingDelay() throws Exception {
        messages.accept("a", "b");
        MockEndpoint results = route(NO_TIMER, exchange -> {
            if ("a".equals(exchange.getMessage().getHeader("CamelSmsCorrelationId"))) {
                throw new IllegalStateException("no room for this one");
            }
        });

        assertThat(consumer().poll()).isEqualTo(2);
        assertThat(results.getReceivedCounter()).isEqualTo(1);
        for (int seconds : new int[] { 1, 2, 4, 8, 16, 32, 60, 60 }) {
            advance(Duration.ofSeconds(seconds).minusMillis(1));
            assertThat(consumer().poll()).as("before %s s", seconds).isZero();
            advance(Duration.ofMillis(1));
            assertThat(consumer().poll()).as("after %s s", seconds).isEqualTo(1);
        }
        assertThat(results.getReceivedCounter()).isEqualTo(1);
    }

    @Test
    void poll_exceptionWithoutText_acknowledgesTheOtherOutcomes() throws Exception {
        messages.accept("a", "b", "c");
        MockEndpoint results = route(NO_TIMER, exchange -> {
            if ("b".equals(exchange.getMessage().getHeader("CamelSmsCorrelationId"))) {
                throw new TextlessException();
            }
        });

        assertThat(consumer().poll()).isEqualTo(3);
        advance(Duration.ofHours(1));
        assertThat(consumer().poll()).isEqualTo(1);
        assertThat(results.getReceivedExchanges())
                .extracting(exchange -> exchange.getMessage().getHeader("CamelSmsCorrelationId")).containsExactly("a", "c");
    }

    @Test
    void poll_exchangeRolledBack_isRedelivered() throws Exception {
        messages.accept("a");
        route(NO_TIMER, exchange -> exchange.setRollbackOnly(true));

        consumer().poll();
        advance(Duration.ofSeconds(1));

        assertThat(consumer().poll()).isEqualTo(1);
        assertThat(store.acknowledgments).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource
    void poll_routeFailsWithAnything_isDeliveredAgain(Processor fault, int received) throws Exception {
        // Camel counts an exchange as in flight after an error.
        context.getShutdownStrategy().setTimeout(1);
        messages.accept("a");
        AtomicInteger attempts = new AtomicInteger();
        MockEndpoint results = route(NO_TIMER, exchange -> {
            if (attempts.incrementAndGet() == 1) {
                fault.process(exchange);
            }
        });
        consumer().run();
        advance(Duration.ofSeconds(1));
        consumer().run();
        assertThat(attempts).hasValue(2);
        assertThat(results.getReceivedCounter()).isEqualTo(received);
    }

    static Stream<Arguments> poll_routeFailsWithAnything_isDeliveredAgain() {
        Processor error = exchange -> {
            throw new StackOverflowError("a defect of the route");
        };
        Processor interruption = exchange -> {
            throw new InterruptedException();
        };
        Processor rollback = exchange -> exchange.setRollbackOnlyLast(true);
        // Camel goes on to the next step after an error.
        return Stream.of(Arguments.of(error, 2), Arguments.of(interruption, 1), Arguments.of(rollback, 1));
    }

    @Test
    void run_strategyThrowsError_doesNotEndThePolling() throws Exception {
        messages.accept("a");
        MockEndpoint results = route(NO_TIMER, exchange -> {
        });
        AtomicInteger polls = new AtomicInteger();
        consumer().setPollStrategy(new DefaultPollingConsumerPollStrategy() {
            @Override
            public boolean begin(Consumer consumer, Endpoint endpoint) {
                if (polls.incrementAndGet() == 1) {
                    throw new NoClassDefFoundError("a class of the strategy");
                }
                return true;
            }
        });
        assertThatCode(() -> consumer().run()).doesNotThrowAnyException();
        consumer().run();
        assertThat(results.getReceivedCounter()).isEqualTo(1);
    }

    @Test
    void poll_wholeBatchFailed_nextBatchWaitsForTheNextPoll() throws Exception {
        messages.accept(400);
        route(NO_TIMER, exchange -> {
            throw new IllegalStateException("the queue is away");
        });

        assertThat(consumer().poll()).isEqualTo(200);
    }

    @Test
    void poll_acknowledgmentFails_isRedelivered() throws Exception {
        messages.accept("a");
        MockEndpoint results = route(NO_TIMER, exchange -> {
        });
        store.failsAcknowledgments = true;

        assertThatThrownBy(() -> consumer().poll()).isInstanceOf(SmsStoreException.class)
                .hasMessageContainingAll("1 outcome was processed", "redelivery", FailingStore.REASON);

        store.failsAcknowledgments = false;
        assertThat(consumer().poll()).isZero();
        advance(VisibilityTimeout.VISIBILITY);
        assertThat(consumer().poll()).isEqualTo(1);
        advance(VisibilityTimeout.VISIBILITY);
        assertThat(consumer().poll()).isZero();
        assertThat(results.getReceivedCounter()).isEqualTo(2);
    }

    @Test
    void poll_acknowledgmentFailsBetweenBatches_releasesTheNextBatch() throws Exception {
        messages.accept(400);
        MockEndpoint results = route(NO_TIMER, exchange -> {
        });
        store.failsAcknowledgments = true;

        assertThatThrownBy(() -> consumer().poll()).isInstanceOf(SmsStoreException.class);
        assertThat(results.getReceivedCounter()).isEqualTo(200);

        store.failsAcknowledgments = false;
        assertThat(consumer().poll()).isEqualTo(200);
        assertThat(results.getReceivedExchanges())
                .extracting(exchange -> exchange.getMessage().getHeader("CamelSmsCorrelationId")).doesNotHaveDuplicates()
                .hasSize(400);
    }

    @Test
    void poll_processorThrowsAnError_redeliversOnlyThatOutcome() throws Exception {
        messages.accept("a", "b", "c");
        List<Object> processed = new ArrayList<>();
        SmsResultsConsumer consumer
                = new SmsResultsConsumer(
                        endpoint(), endpoint().getConfiguration(), Internals.accountOf(endpoint()), exchange -> {
                            processed.add(exchange.getMessage().getHeader("CamelSmsCorrelationId"));
                            if (processed.size() == 2) {
                                throw new StackOverflowError();
                            }
                        });
        consumer.setInitialDelay(3_600_000);
        consumer.start();
        try {
            assertThat(consumer.poll()).isEqualTo(3);
            assertThat(consumer.poll()).isZero();
            advance(Duration.ofSeconds(1));
            assertThat(consumer.poll()).isEqualTo(1);
        } finally {
            consumer.stop();
        }
        assertThat(processed).containsExactly("a", "b", "c", "b");
    }

    @Test
    void poll_shutdownBegins_completesTheCurrentExchangeAndReleasesOthers() throws Exception {
        messages.accept("a", "b", "c");
        MockEndpoint results
                = route(NO_TIMER, exchange -> consumer().deferShutdown(ShutdownRunningTask.CompleteCurrentTaskOnly));

        consumer().poll();
        assertThat(results.getReceivedCounter()).isEqualTo(1);
        assertThat(store.acknowledgments).hasValue(1);

        consumer().poll();
        consumer().poll();
        assertThat(results.getReceivedExchanges())
                .extracting(exchange -> exchange.getMessage().getHeader("CamelSmsCorrelationId"))
                .containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void poll_routeIsSuspended_completesTheCurrentExchangeAndReleasesOthers() throws Exception {
        messages.accept(450);
        MockEndpoint results = route(NO_TIMER, exchange -> consumer().suspend());

        consumer().poll();
        assertThat(results.getReceivedCounter()).isEqualTo(1);

        consumer().resume();
        consumer().poll();
        assertThat(results.getReceivedExchanges())
                .extracting(exchange -> exchange.getMessage().getHeader("CamelSmsCorrelationId")).doesNotHaveDuplicates()
                .hasSize(2);
    }

    /** Camel's polling consumer takes all outcomes and returns one. */
    @Test
    void receive_consumerTemplate_failsAndConsumesNothing() throws Exception {
        messages.accept("a", "b");
        try (ConsumerTemplate template = context.createConsumerTemplate()) {
            assertThatThrownBy(() -> template.receive("sms:results", 1)).rootCause().hasMessageContainingAll(
                    "sms:results cannot be read with pollEnrich", "Nothing was read", "from(\"sms:results\")");
        }

        MockEndpoint results = route(NO_TIMER, exchange -> {
        });
        consumer().poll();
        assertThat(results.getReceivedCounter()).isEqualTo(2);
    }

    @Test
    void poll_slowExchanges_releasesTheRestForOtherConsumers() throws Exception {
        messages.accept("a", "b", "c");
        ManualClock clock = new ManualClock();
        AtomicLong exchanges = new AtomicLong();
        poll(clock, exchange -> {
            exchanges.incrementAndGet();
            clock.advance(VisibilityTimeout.BATCH_TIME);
        });
        assertThat(exchanges).hasValue(1);
        assertThat(visible()).containsExactly("b", "c");
    }

    @Test
    void poll_exchangeTakesAnHour_isNotDeliveredToAnotherConsumer() throws Exception {
        messages.accept("a", "b");
        ManualClock clock = new ManualClock();
        List<String> visible = new ArrayList<>();
        poll(clock, exchange -> {
            for (int minute = 1; minute <= 60; minute++) {
                for (int seconds = 0; seconds < 60; seconds++) {
                    advance(Duration.ofSeconds(1));
                    clock.advance(Duration.ofSeconds(1));
                }
                visible.addAll(visible());
            }
        });
        assertThat(visible).isEmpty();
        assertThat(visible()).as("was never processed").containsExactly("b");
        assertThat(clock.pendingAlarms()).isZero();
    }

    @Test
    void poll_consumerDiesDuringAnExchange_isDeliveredToAnotherConsumerAfterTheTimeout() throws Exception {
        messages.accept("a");
        List<String> visible = new ArrayList<>();
        poll(new ManualClock(), exchange -> {
            // The timers of this consumer do not run.
            advance(VisibilityTimeout.VISIBILITY.minusMillis(1));
            visible.addAll(visible());
            visible.add("then");
            advance(Duration.ofMillis(1));
            visible.addAll(visible());
        });
        assertThat(visible).containsExactly("then", "a");
    }

    @Test
    void poll_exchangeNeverEnds_isRedeliveredAfterAnHour() throws Exception {
        messages.accept("a");
        ManualClock clock = new ManualClock();
        AcknowledgmentContract.Asynchronous lost = new AcknowledgmentContract.Asynchronous();
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            SmsResultsConsumer consumer = consumer(clock, lost);
            consumer.start();
            consumer.poll();
            passTime(clock, ClaimedBatch.MAX_TIME_ELSEWHERE.minusSeconds(1));
            assertThat(visible()).isEmpty();
            assertThat(consumer.inProgress().count()).isEqualTo(1);
            passTime(clock, VisibilityTimeout.VISIBILITY);

            assertThat(lines.at(Level.WARN)).singleElement().asString()
                    .contains("the exchanges of 1 outcome have not ended within 60 minutes", "redelivered");
            assertThat(consumer.inProgress().count()).isZero();
            consumer.stop();
        }
        assertThat(visible()).containsExactly("a");
        assertThat(clock.pendingAlarms()).isZero();
    }

    @Test
    void poll_exchangeEndsAfterMoreThanAnHour_isAcknowledged() throws Exception {
        messages.accept("a");
        ManualClock clock = new ManualClock();
        AcknowledgmentContract.Asynchronous late = new AcknowledgmentContract.Asynchronous();
        SmsResultsConsumer consumer = consumer(clock, late);
        consumer.start();
        consumer.poll();
        passTime(clock, ClaimedBatch.MAX_TIME_ELSEWHERE.plus(VisibilityTimeout.VISIBILITY));
        late.complete();
        assertThat(consumer.inProgress().count()).isZero();
        consumer.stop();

        assertThat(visible()).isEmpty();
    }

    @Test
    void poll_exchangeFailsAfterMoreThanAnHour_isNotReleasedAgain() throws Exception {
        messages.accept("a");
        ManualClock clock = new ManualClock();
        AcknowledgmentContract.Asynchronous late = new AcknowledgmentContract.Asynchronous();
        SmsResultsConsumer consumer = consumer(clock, late);
        consumer.start();
        consumer.poll();
        passTime(clock, ClaimedBatch.MAX_TIME_ELSEWHERE.plus(VisibilityTimeout.VISIBILITY));
        assertThat(visible()).as("now in progress elsewhere").containsExactly("a");
        late.exchanges.forEach(exchange -> exchange.setException(new IllegalStateException("no room for this one")));
        late.complete();
        consumer.stop();
        advance(ResultBatch.delay(1));

        assertThat(visible()).isEmpty();
    }

    @Test
    void poll_exchangeEndsAfterItsBatch_doesNotReleaseAFailedOneAgain() throws Exception {
        messages.accept("a", "b");
        AcknowledgmentContract.Asynchronous late = new AcknowledgmentContract.Asynchronous() {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                if ("b".equals(exchange.getMessage().getHeader("CamelSmsCorrelationId"))) {
                    return super.process(exchange, callback);
                }
                exchange.setException(new IllegalStateException("no room for this one"));
                callback.done(true);
                return true;
            }
        };
        SmsResultsConsumer consumer = consumer(new ManualClock(), late);
        consumer.start();
        consumer.poll();
        advance(ResultBatch.delay(1));
        assertThat(visible()).as("now in progress elsewhere").containsExactly("a");
        late.complete();
        consumer.stop();
        advance(ResultBatch.delay(1));

        assertThat(visible()).isEmpty();
    }

    /** Otherwise later polls would have no room. */
    @Test
    void poll_exchangeCannotBeCreated_leavesNothingInProgress() throws Exception {
        messages.accept("a");
        SmsResultsConsumer consumer = new SmsResultsConsumer(
                endpoint(), endpoint().getConfiguration(), Internals.accountOf(endpoint()), exchange -> {
                }) {
            @Override
            public Exchange createExchange(boolean autoRelease) {
                throw new IllegalStateException("a defect of the exchange factory");
            }
        };
        consumer.setInitialDelay(3_600_000);
        consumer.start();
        try {
            assertThatThrownBy(consumer::poll).hasMessage("a defect of the exchange factory");
            assertThat(consumer.inProgress().count()).isZero();
        } finally {
            consumer.stop();
        }
        assertThat(visible()).isEmpty();
        advance(VisibilityTimeout.VISIBILITY);
        assertThat(visible()).containsExactly("a");
    }

    @Test
    void poll_interruptedBeforeTheClaimIsConfirmed_releasesTheOutcomes() throws Exception {
        messages.accept("a");
        store.claims = new CompletableFuture<>();
        route(NO_TIMER, exchange -> {
        });
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> consumer().poll()).isInstanceOf(SmsStoreException.class)
                    .hasMessageContaining("interrupted");
        } finally {
            Thread.interrupted();
        }
        store.claims.complete(null);

        assertThat(visible()).containsExactly("a");
    }

    /** Another node then gets it soon. */
    @Test
    void stop_exchangeInProgressElsewhere_isNotHiddenForLonger() throws Exception {
        messages.accept("a");
        ManualClock clock = new ManualClock();
        SmsResultsConsumer consumer = consumer(clock, new AcknowledgmentContract.Asynchronous());
        consumer.start();
        consumer.poll();
        consumer.stop();
        passTime(clock, VisibilityTimeout.VISIBILITY);

        assertThat(visible()).containsExactly("a");
    }

    private void passTime(ManualClock clock, Duration time) {
        for (long seconds = 0; seconds < time.toSeconds(); seconds++) {
            advance(Duration.ofSeconds(1));
            clock.advance(Duration.ofSeconds(1));
        }
    }

    private void poll(ManualClock clock, Processor processor) throws Exception {
        SmsResultsConsumer consumer = consumer(clock, processor);
        consumer.start();
        try {
            consumer.poll();
        } finally {
            consumer.stop();
        }
    }

    private SmsResultsConsumer consumer(ManualClock clock, Processor processor) {
        SmsResultsConsumer consumer
                = new SmsResultsConsumer(
                        endpoint(), endpoint().getConfiguration(), Internals.accountOf(endpoint()), processor) {
                    @Override
                    protected EngineClock clock() {
                        return clock;
                    }
                };
        consumer.setInitialDelay(3_600_000);
        return consumer;
    }

    /** Claims what another consumer would. */
    private List<String> visible() {
        return MessageStore.await(store.results().claim(ACCOUNT, 10, Duration.ofMinutes(1))).stream()
                .map(delivery -> delivery.message().correlationId()).toList();
    }

    @Test
    void poll_storeFails_healthIsDownUntilItSucceeds() throws Exception {
        store.failsClaims = true;
        MockEndpoint results = route("sms:results?delay=10&initialDelay=0", exchange -> {
        });
        await().untilAsserted(() -> {
            HealthCheck.Result result = health();
            assertThat(result.getState()).isEqualTo(HealthCheck.State.DOWN);
            assertThat(result.getError()).hasValueSatisfying(error -> assertThat(error).hasMessage(FailingStore.REASON));
        });

        store.failsClaims = false;
        messages.accept("a");
        await().until(() -> results.getReceivedCounter() == 1);
        await().until(() -> health().getState() == HealthCheck.State.UP);
    }

    @Test
    void poll_storeFails_logsTheRemedyOnceAndTheRecovery() throws Exception {
        store.failsClaims = true;
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            route("sms:results?delay=5&initialDelay=0", exchange -> {
            });
            await().until(() -> consumer().getErrorCounter() > 3);
            store.failsClaims = false;
            await().until(() -> !lines.ofLogger("io.github.camelsms.SmsResultsConsumer").stream()
                    .filter(line -> line.contains("succeed again")).toList().isEmpty());

            assertThat(lines.ofLogger("io.github.camelsms.SmsResultsConsumer")).containsExactly(
                    "SMS account demo@localhost:9: a poll for outcomes of stored messages failed: " + FailingStore.REASON
                                                                                                + ". Outcomes that were not acknowledged stay in the message store and are delivered later. Check the database of the message store",
                    "SMS account demo@localhost:9: polls for outcomes of stored messages succeed again; no action is needed");
        }
    }

    @Test
    void poll_exchangeFailed_logsNeitherNumberNorText() throws Exception {
        messages.accept("a", "b");
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            route(NO_TIMER, exchange -> {
                throw new IllegalStateException(
                        "cannot route " + exchange.getMessage().getBody() + " to "
                                                + exchange.getMessage().getHeader("CamelSmsDestination"));
            });
            consumer().poll();

            assertThat(lines.at(Level.WARN)).singleElement().asString()
                    .contains("the exchange for the outcome of message a (1 outcome) failed", "redelivered",
                            "Correct the route")
                    .doesNotContain(StoredMessages.NUMBER, StoredMessages.TEXT);
        }
    }

    @Test
    void poll_exchangesSucceedAgain_logsIt() throws Exception {
        messages.accept("a");
        AtomicBoolean fails = new AtomicBoolean(true);
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            route(NO_TIMER, exchange -> {
                if (fails.get()) {
                    throw new IllegalStateException("no room");
                }
            });
            SmsAccount account
                    = Internals.accountOf(endpoint()).join(AccountUse.Purpose.QUERYING).account();
            consumer().poll();
            assertThat(account.monitor().routes().isFailing(RouteMonitor.Source.RESULTS)).isTrue();
            fails.set(false);
            advance(Duration.ofSeconds(1));
            assertThat(consumer().poll()).isEqualTo(1);

            assertThat(account.monitor().routes().isFailing(RouteMonitor.Source.RESULTS)).isFalse();
            assertThat(lines.at(Level.WARN)).hasSize(2).last().asString()
                    .endsWith("exchanges for outcomes succeed again; those that failed are redelivered");
        }
    }

    @Test
    void start_noStore_failsNamingTheRemedy() {
        component.setMessageStore(null);

        assertThatThrownBy(() -> route(NO_TIMER, exchange -> {
        })).hasMessageContainingAll("sms:results requires a message store", "JdbcMessageStore", "messageStore");
    }

    @Test
    void delay_default_is500Milliseconds() throws Exception {
        route("sms:results?initialDelay=3600000", exchange -> {
        });
        assertThat(consumer().getDelay()).isEqualTo(500);
        assertThat(context.getEndpoint("sms:results?delay=2s", SmsEndpoint.class).getDelay()).isEqualTo(2_000);
    }

    @ParameterizedTest
    @CsvSource({ "0,1", "1,1", "2,2", "6,32", "7,60", "8,60", "1000000,60" })
    void delay_redeliveries_doublesUpToAMinute(int deliveries, int seconds) {
        assertThat(ResultBatch.delay(deliveries)).isEqualTo(Duration.ofSeconds(seconds));
    }

    private MockEndpoint route(String uri, Processor processor) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from(uri).routeId("results").process(processor).to("mock:results");
            }
        });
        return context.getEndpoint("mock:results", MockEndpoint.class);
    }

    private SmsResultsConsumer consumer() {
        return (SmsResultsConsumer) context.getRoute("results").getConsumer();
    }

    private HealthCheck.Result health() {
        return HealthCheckHelper.invokeReadiness(context, "full").stream()
                .filter(it -> it.getCheck().getId().equals("consumer:results"))
                .findFirst().orElseThrow();
    }

    private SmsEndpoint endpoint() {
        return context.getEndpoint(NO_TIMER, SmsEndpoint.class);
    }
}
