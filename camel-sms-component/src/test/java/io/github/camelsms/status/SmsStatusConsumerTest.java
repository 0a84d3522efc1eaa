package io.github.camelsms.status;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.LogLines;
import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.SmsQueryException;
import io.github.camelsms.SmsRouteTestSupport;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.SuspendableService;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.engine.DefaultInflightRepository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for polling: each status that was read is routed, despite failures of exchange, route or service.
 */
class SmsStatusConsumerTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        // Messages stay SENT, so that each has one status.
        return builder.deliveryDelay(Duration.ofHours(1), Duration.ofHours(2));
    }

    @Test
    void poll_status_createsAnExchangeWithBodyAndHeaders() throws Exception {
        sendMessages(0, 1);
        MockEndpoint statuses = poll("sms:status?delay=20&initialDelay=0", exchange -> {
        });
        await().until(() -> statuses.getReceivedCounter() == 1);
        Exchange exchange = statuses.getReceivedExchanges().get(0);
        SmsStatus status = exchange.getMessage().getBody(SmsStatus.class);
        assertThat(status.correlationId()).isEqualTo("m0");
        assertThat(status.destination()).isEqualTo(NUMBER);
        assertThat(status.status()).isEqualTo(SmsDeliveryStatus.SENT);
        assertThat(status.rawStatus()).isEqualTo("SENT");
        assertThat(exchange.getMessage().getHeader("CamelSmsCorrelationId")).isEqualTo("m0");
        assertThat(exchange.getMessage().getHeader("CamelSmsWholeCorrelationId")).isEqualTo("m0");
        assertThat(exchange.getMessage().getHeader("CamelSmsPart")).isNull();
        assertThat(exchange.getMessage().getHeader("CamelSmsParts")).isNull();
        assertThat(exchange.getMessage().getHeader("CamelSmsDestination")).isEqualTo(NUMBER);
        assertThat(exchange.getMessage().getHeader("CamelSmsDeliveryStatus")).isEqualTo("SENT");
        assertThat(exchange.getMessage().getMessageTimestamp()).isEqualTo(status.sentDate().toEpochMilli());
        assertThat(exchange.getMessage().getHeader("CamelSmsSentDate")).isEqualTo(status.sentDate())
                .isInstanceOf(Instant.class);
        assertThat(status.sentDate()).isEqualTo(
                Instant.ofEpochSecond(simulator.message("m0").orElseThrow().acceptedAt().getEpochSecond()));
        assertThat(exchange.getProperty(Exchange.BATCH_COMPLETE)).isEqualTo(true);
    }

    @Test
    void delay_default_isFiveSeconds() throws Exception {
        poll("sms:status?initialDelay=3600000", exchange -> {
        });
        SmsStatusConsumer consumer = (SmsStatusConsumer) context.getRoute("poll").getConsumer();
        assertThat(consumer.getDelay()).isEqualTo(5_000);
        assertThat(context.getEndpoint("sms:status?delay=2s", SmsEndpoint.class).getDelay()).isEqualTo(2_000);
    }

    @Test
    void poll_statusOfASegment_hasTheMessageId() throws Exception {
        send("sms:send?longMessage=split",
                exchange -> exchange.getMessage().setBody(new SmsMessage("word ".repeat(40), NUMBER, "m0", null)));
        MockEndpoint statuses = poll("sms:status?delay=20&initialDelay=0", exchange -> {
        });
        await().until(() -> statuses.getReceivedCounter() == 2);
        assertThat(statuses.getReceivedExchanges()).extracting(
                exchange -> exchange.getMessage().getHeader("CamelSmsCorrelationId"),
                exchange -> exchange.getMessage().getHeader("CamelSmsWholeCorrelationId"),
                exchange -> exchange.getMessage().getHeader("CamelSmsPart"),
                exchange -> exchange.getMessage().getHeader("CamelSmsParts"))
                .containsExactlyInAnyOrder(tuple("m0-1of2", "m0", 1, 2), tuple("m0-2of2", "m0", 2, 2));
    }

    @ParameterizedTest
    @CsvSource({ "99,1", "100,2", "250,3", "0,1" })
    void poll_fullBlocks_readsUntilAPartialBlock(int messages, int requests) throws Exception {
        sendMessages(0, messages);
        MockEndpoint statuses = poll("sms:status?delay=20&initialDelay=0&repeatCount=1", exchange -> {
        });
        await().until(() -> statuses.getReceivedCounter() == messages && simulator.statistics().statusRequests() == requests);
        assertThat(ids(statuses)).doesNotHaveDuplicates().hasSize(messages);
        context.getRouteController().stopRoute("poll");
        assertThat(simulator.statistics().statusRequests()).isEqualTo(requests);
    }

    @Test
    void poll_exchangeFailed_isRedeliveredWithoutAnotherRequest() throws Exception {
        sendMessages(0, 5);
        AtomicInteger attempts = new AtomicInteger();
        MockEndpoint statuses = poll("sms:status?delay=20&initialDelay=0", exchange -> {
            boolean third = "m3".equals(exchange.getMessage().getHeader("CamelSmsCorrelationId"));
            if (third && attempts.incrementAndGet() <= 2) {
                throw new IllegalStateException("no room for this one");
            }
        });
        await().until(() -> statuses.getReceivedCounter() == 5);
        long afterwards = simulator.statistics().statusRequests() + 2;
        await().until(() -> simulator.statistics().statusRequests() >= afterwards);
        assertThat(ids(statuses)).containsExactly("m0", "m1", "m2", "m4", "m3");
        assertThat(attempts).hasValue(3);
        assertThat(simulator.statistics().reportedStatuses()).isEqualTo(5);
    }

    @Test
    void poll_exchangeRolledBack_isRedelivered() throws Exception {
        sendMessages(0, 1);
        AtomicInteger attempts = new AtomicInteger();
        poll("sms:status?delay=20&initialDelay=0", exchange -> {
            if (attempts.incrementAndGet() == 1) {
                exchange.setRollbackOnly(true);
            }
        });
        await().until(() -> attempts.get() == 2);
        assertThat(simulator.statistics().reportedStatuses()).isEqualTo(1);
    }

    @Test
    void poll_routeRestartedAfterFailures_redeliversFailedExchanges() throws Exception {
        sendMessages(0, 3);
        AtomicInteger attempts = new AtomicInteger();
        MockEndpoint statuses = poll("sms:status?delay=20&initialDelay=0", exchange -> {
            if (attempts.incrementAndGet() <= 3) {
                throw new IllegalStateException("the database is away");
            }
        });
        await().until(() -> attempts.get() >= 3);
        context.getRouteController().stopRoute("poll");
        context.getRouteController().startRoute("poll");
        await().until(() -> statuses.getReceivedCounter() == 3);
        assertThat(ids(statuses)).containsExactlyInAnyOrder("m0", "m1", "m2");
    }

    @Test
    void stop_duringABlock_completesTheBlockAndReadsNoOther() throws Exception {
        sendMessages(0, 150);
        CountDownLatch waitingForExchanges = new CountDownLatch(1);
        context.setInflightRepository(new DefaultInflightRepository() {
            @Override
            public int size(String routeId) {
                waitingForExchanges.countDown();
                return super.size(routeId);
            }
        });
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        MockEndpoint statuses = poll("sms:status?delay=20&initialDelay=0", exchange -> {
            if ("m1".equals(exchange.getMessage().getHeader("CamelSmsCorrelationId"))) {
                stopped.completeAsync(this::stopPolling);
                assertThat(waitingForExchanges.await(30, TimeUnit.SECONDS)).isTrue();
            }
        });
        stopped.get(60, TimeUnit.SECONDS);
        assertThat(statuses.getReceivedCounter()).isEqualTo(100);
        assertThat(simulator.statistics().statusRequests()).isEqualTo(1);

        context.getRouteController().startRoute("poll");
        await().until(() -> statuses.getReceivedCounter() == 150);
        assertThat(ids(statuses)).doesNotHaveDuplicates();
    }

    @Test
    void suspend_duringABlock_completesTheBlockAndReadsNoOther() throws Exception {
        sendMessages(0, 150);
        MockEndpoint statuses = poll("sms:status?delay=20&initialDelay=0", exchange -> {
            if ("m1".equals(exchange.getMessage().getHeader("CamelSmsCorrelationId"))) {
                ((SuspendableService) context.getRoute("poll").getConsumer()).suspend();
            }
        });
        await().until(() -> statuses.getReceivedCounter() == 100);
        context.getRouteController().stopRoute("poll");
        assertThat(statuses.getReceivedCounter()).isEqualTo(100);
        assertThat(simulator.statistics().statusRequests()).isEqualTo(1);
    }

    @Test
    void pollEnrich_statuses_failsAndConsumesNothing() throws Exception {
        sendMessages(0, 2);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:enrich").pollEnrich("sms:status", 1);
            }
        });
        assertThat(send("direct:enrich", exchange -> {
        }).getException()).hasRootCauseMessage(
                "sms:status cannot be read with pollEnrich, poll or a ConsumerTemplate, because they would acknowledge, and"
                                               + " lose, what they do not return. Nothing was read: use from(\"sms:status\"),"
                                               + " from(\"sms:results\") or to(\"sms:status\")");
        assertThat(simulator.statistics().statusRequests()).isZero();
    }

    @Test
    void poll_quartzScheduler_polls() throws Exception {
        sendMessages(0, 2);
        MockEndpoint statuses = poll("sms:status?scheduler=quartz&scheduler.cron=0/1+*+*+*+*+?", exchange -> {
        });
        await().until(() -> statuses.getReceivedCounter() == 2);
        sendMessages(2, 1);
        await().until(() -> statuses.getReceivedCounter() == 3);
        assertThat(ids(statuses)).containsExactly("m0", "m1", "m2");
    }

    @Test
    void poll_quartzSchedulerAndSeveralPollsFail_logsTheFirstAndTheEnd() throws Exception {
        simulator.failNext(Operation.STATUS, Collections.nCopies(3, Fault.httpStatus(404)).toArray(Fault[]::new));
        sendMessages(0, 1);
        try (LogLines log = LogLines.of(Map.of("io.github.camelsms", Level.WARN, "org.apache.camel", Level.WARN))) {
            MockEndpoint statuses = poll("sms:status?scheduler=quartz&scheduler.cron=0/1+*+*+*+*+?", exchange -> {
            });

            await().until(() -> statuses.getReceivedCounter() == 1);

            assertThat(component.find(endpoint()).monitor().statuses().failedPolls()).isEqualTo(3);
            assertThat(log.at(Level.WARN)).satisfiesExactly(
                    first -> assertThat(first).contains("a poll for statuses failed"),
                    last -> assertThat(last).contains("polls for statuses succeed again"));
        }
    }

    @Test
    void poll_unreadableResponse_isKeptAndReportedAndPollingContinues() throws Exception {
        simulator.failNext(Operation.STATUS, Fault.garbageBody());
        MockEndpoint statuses = poll("sms:status?delay=20&initialDelay=0&bridgeErrorHandler=true", exchange -> {
        });
        MockEndpoint errors = errors();
        await().until(() -> errors.getReceivedCounter() == 1);
        SmsQueryException failure = failures(errors).get(0);
        assertThat(failure.response()).isNotBlank();
        assertThat(failure.getMessage()).doesNotContain("\n");
        assertThat(endpoint().listKeptResponses()).singleElement().asString().startsWith("1: ");
        assertThat(endpoint().readKeptResponse(1)).isEqualTo(failure.response());

        sendMessages(0, 3);
        await().until(() -> statuses.getReceivedCounter() == 3);
        assertThat(errors.getReceivedCounter()).isEqualTo(1);
        assertThat(component.find(endpoint()).monitor().statuses().failedPolls()).isEqualTo(1);
    }

    @Test
    void poll_responseIsCut_routesItsCompleteStatusesAndReportsTheOthers() throws Exception {
        sendMessages(0, 100);
        simulator.failNext(Operation.STATUS, Fault.truncateBody());
        MockEndpoint statuses = poll("sms:status?delay=20&initialDelay=0&bridgeErrorHandler=true", exchange -> {
        });

        await().until(() -> !failures(errors()).isEmpty());

        int read = statuses.getReceivedCounter();
        assertThat(read).isBetween(40, 50);
        assertThat(ids(statuses)).isEqualTo(IntStream.range(0, read).mapToObj(i -> "m" + i).toList());
        assertThat(component.find(endpoint()).monitor().statuses().count(SmsDeliveryStatus.SENT)).isEqualTo(read);
        assertThat(failures(errors())).first().asString().contains(
                "its first " + read + " statuses were read; up to " + (100 - read) + " more may have been consumed");
    }

    @Test
    void poll_hundredGatewayErrors_continuesPolling() throws Exception {
        sendMessages(0, 3);
        simulator.failNext(
                Operation.STATUS, Stream.generate(() -> Fault.httpStatus(503)).limit(100).toArray(Fault[]::new));
        MockEndpoint statuses = poll("sms:status?delay=1&initialDelay=0&bridgeErrorHandler=true", exchange -> {
        });
        await().until(() -> statuses.getReceivedCounter() == 3);
        assertThat(failures(errors())).hasSize(100).extracting(SmsQueryException::code).containsOnly(503);
        assertThat(endpoint().getKeptResponses()).isZero();
    }

    @Test
    void poll_keptResponses_surviveARouteRestart() throws Exception {
        simulator.failNext(Operation.STATUS, Fault.garbageBody());
        poll("sms:status?delay=20&initialDelay=0&bridgeErrorHandler=true", exchange -> {
        });
        await().until(() -> errors().getReceivedCounter() == 1);
        String kept = endpoint().readKeptResponse(1);
        context.getRouteController().stopRoute("poll");
        context.getRouteController().startRoute("poll");
        assertThat(kept).isNotBlank();
        assertThat(endpoint().readKeptResponse(1)).isEqualTo(kept);
    }

    @Test
    void poll_hundredKeptResponses_pausesUntilTheyAreRemoved() throws Exception {
        simulator.failNext(Operation.STATUS, Stream.generate(Fault::garbageBody).limit(100).toArray(Fault[]::new));
        MockEndpoint statuses = poll("sms:status?delay=1&initialDelay=0&bridgeErrorHandler=true", exchange -> {
        });
        await().until(() -> failures(errors()).stream().anyMatch(SmsStatusConsumerTest::saysThatPollingIsPaused));
        assertThat(endpoint().getKeptResponses()).isEqualTo(100);
        assertThat(simulator.statistics().statusRequests()).isEqualTo(100);
        sendMessages(0, 3);
        context.getRouteController().stopRoute("poll");
        context.getRouteController().startRoute("poll");
        int paused = errors().getReceivedCounter();
        await().until(() -> errors().getReceivedCounter() > paused);
        assertThat(failures(errors())).last().matches(SmsStatusConsumerTest::saysThatPollingIsPaused);
        assertThat(endpoint().getKeptResponses()).isEqualTo(100);

        assertThat(statuses.getReceivedCounter()).isZero();
        assertThat(endpoint().removeKeptResponses(1)).isEqualTo(1);
        await().until(() -> statuses.getReceivedCounter() == 3);
        assertThat(endpoint().removeKeptResponses(Long.MAX_VALUE)).isEqualTo(99);
        assertThat(endpoint().getKeptResponses()).isZero();
    }

    private static boolean saysThatPollingIsPaused(SmsQueryException failure) {
        return failure.getMessage().contains("polling is paused, because the account keeps 100 unreadable responses")
                && failure.getMessage().contains("removeKeptResponses");
    }

    private SmsEndpoint endpoint() {
        return (SmsEndpoint) context.getRoute("poll").getEndpoint();
    }

    @Test
    void poll_serviceUnreachableThenReachable_continues() throws Exception {
        sendMessages(0, 1);
        simulator.stop();
        MockEndpoint statuses = poll("sms:status?delay=20&initialDelay=0&bridgeErrorHandler=true", exchange -> {
        });
        MockEndpoint errors = errors();
        await().until(() -> errors.getReceivedCounter() >= 2);
        simulator.start();
        await().until(() -> statuses.getReceivedCounter() == 1);
    }

    @Test
    void poll_wrongPassword_logsOneLine() throws Exception {
        MockEndpoint errors = errors();
        poll("sms:status?username=other&password=wrong-77&delay=20&initialDelay=0&bridgeErrorHandler=true", exchange -> {
        });
        await().until(() -> errors.getReceivedCounter() >= 1);
        SmsQueryException failure = failures(errors).get(0);
        assertThat(failure.code()).isEqualTo(401);
        assertThat(failure.getMessage()).contains("401", "password").doesNotContain("\n", "wrong-77");
        assertThat(failure.getStackTrace()).isEmpty();
    }

    /** Wrong attempts can lock an account. */
    @Test
    void poll_wrongPassword_isHalted() throws Exception {
        MockEndpoint errors = errors();
        poll("sms:status?username=other&password=012345&delay=1&initialDelay=0&bridgeErrorHandler=true", exchange -> {
        });
        await().until(() -> errors.getReceivedCounter() >= 10);
        assertThat(simulator.statistics().statusRequests()).isEqualTo(1);
        assertThat(failures(errors).get(0).getMessage())
                .contains("the password looks like a number: in a YAML file, put it in quotes");
        assertThat(failures(errors).get(1).getMessage())
                .contains("polling is halted, and the next attempt follows after 60 s");
    }

    private MockEndpoint poll(String uri, Processor step) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(defaultErrorHandler().logExhausted(false));
                onException(SmsQueryException.class).handled(true).to("mock:errors");
                from(uri).routeId("poll").process(step).to("mock:statuses");
            }
        });
        return context.getEndpoint("mock:statuses", MockEndpoint.class);
    }

    private MockEndpoint errors() {
        return context.getEndpoint("mock:errors", MockEndpoint.class);
    }

    private Void stopPolling() {
        try {
            context.getRouteController().stopRoute("poll");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return null;
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5));
    }

    private void sendMessages(int first, int count) {
        List<SmsMessage> messages = IntStream.range(first, first + count)
                .mapToObj(i -> new SmsMessage("hello", NUMBER, "m" + i, null)).toList();
        assertThat(results(send(messages))).extracting(SmsSendResult::code).allMatch(Integer.valueOf(5)::equals);
    }

    private static List<String> ids(MockEndpoint mock) {
        return mock.getReceivedExchanges().stream()
                .map(exchange -> exchange.getMessage().getHeader("CamelSmsCorrelationId", String.class))
                .collect(Collectors.toList());
    }

    private static List<SmsQueryException> failures(MockEndpoint mock) {
        return mock.getReceivedExchanges().stream()
                .map(exchange -> exchange.getProperty(Exchange.EXCEPTION_CAUGHT, SmsQueryException.class))
                .collect(Collectors.toList());
    }
}
