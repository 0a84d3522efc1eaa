package io.github.camelsms.status;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.camelsms.Internals;
import io.github.camelsms.LogLines;
import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.SmsRouteTestSupport;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.consume.AcknowledgmentContract;
import io.github.camelsms.consume.ClaimedBatch;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.observe.AccountMonitor;
import io.github.camelsms.observe.RouteMonitor;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.Processor;
import org.apache.camel.health.HealthCheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for a status consumer whose polls the test starts.
 */
class StatusPollConsumerTest extends SmsRouteTestSupport {

    private static final Duration DELAY = Duration.ofHours(1);
    private static final Duration BOUND = DELAY.multipliedBy(10);

    private final ManualClock clock = new ManualClock();
    private final List<SmsStatusConsumer> consumers = new ArrayList<>();

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.deliveryDelay(Duration.ofHours(1), Duration.ofHours(2));
    }

    @AfterEach
    void stopConsumers() {
        consumers.forEach(SmsStatusConsumer::stop);
    }

    @Test
    void health_noPollWithinTenDelays_isDown() {
        StatusPollHealth health = health(start(exchange -> {
        }));
        clock.advance(BOUND);
        assertThat(state(health)).isEqualTo(HealthCheck.State.UP);
        clock.advance(Duration.ofMillis(1));
        assertThat(state(health)).isEqualTo(HealthCheck.State.DOWN);
    }

    @Test
    void health_clockSetBackAndNoPoll_isDownAllTheSame() {
        StatusPollHealth health = health(start(exchange -> {
        }));
        clock.setBack(Duration.ofHours(2));
        clock.advance(BOUND.plusMillis(1));
        assertThat(state(health)).isEqualTo(HealthCheck.State.DOWN);
    }

    @Test
    void health_clockSetForward_isUp() {
        StatusPollHealth health = health(start(exchange -> {
        }));
        clock.setBack(Duration.ofHours(-2));
        assertThat(state(health)).isEqualTo(HealthCheck.State.UP);
    }

    @Test
    void health_resumedAfterALongSuspension_isUp() {
        SmsStatusConsumer consumer = start(exchange -> {
        });
        StatusPollHealth health = health(consumer);
        consumer.suspend();
        clock.advance(BOUND.multipliedBy(2));
        consumer.resume();
        assertThat(state(health)).isEqualTo(HealthCheck.State.UP);
        clock.advance(BOUND.plusMillis(1));
        assertThat(state(health)).isEqualTo(HealthCheck.State.DOWN);
    }

    @Test
    void health_backoffMultiplier_countsSkippedPolls() {
        SmsStatusConsumer consumer = start(exchange -> {
        });
        consumer.setBackoffMultiplier(3);
        StatusPollHealth health = health(consumer);
        clock.advance(BOUND.multipliedBy(3));
        assertThat(state(health)).isEqualTo(HealthCheck.State.UP);
        clock.advance(Duration.ofMillis(1));
        assertThat(state(health)).isEqualTo(HealthCheck.State.DOWN);
    }

    @Test
    void health_repeatCount_ignoresTheTimeOfTheLastPoll() {
        SmsStatusConsumer consumer = start(exchange -> {
        });
        consumer.setRepeatCount(1);
        StatusPollHealth health = health(consumer);
        clock.advance(BOUND.multipliedBy(2));
        assertThat(state(health)).isEqualTo(HealthCheck.State.UP);
    }

    @Test
    void health_exchangesFailForAMinute_isDownUntilOneSucceeds() throws Exception {
        send(new SmsMessage("hello", "11987654321", "m0", null));
        AtomicBoolean fails = new AtomicBoolean(true);
        SmsStatusConsumer consumer = start(exchange -> {
            if (fails.get()) {
                throw new IllegalStateException("no room for 11987654321");
            }
        });
        StatusPollHealth health = health(consumer);
        AccountMonitor monitor = consumer.account().monitor();
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            consumer.poll();
            assertThat(monitor.routes().isFailing(RouteMonitor.Source.STATUSES)).isTrue();
            clock.advance(Duration.ofMinutes(1).minusNanos(1));
            assertThat(state(health)).isEqualTo(HealthCheck.State.UP);
            clock.advance(Duration.ofNanos(1));
            assertThat(health.call().getDetails()).hasEntrySatisfying(
                    "sms.reason", reason -> assertThat(reason).asString().contains("failed in their route for 60 s"));
            assertThat(state(health)).isEqualTo(HealthCheck.State.DOWN);

            fails.set(false);
            consumer.poll();
            assertThat(state(health)).isEqualTo(HealthCheck.State.UP);
            assertThat(monitor.routes().isFailing(RouteMonitor.Source.STATUSES)).isFalse();
            assertThat(lines.at(Level.WARN)).hasSize(2).last().asString()
                    .endsWith("exchanges for statuses succeed again; those that failed are redelivered");
        }
    }

    @Test
    void health_exchangeFailsAfterAMinute_isDownAtOnce() throws Exception {
        send(new SmsMessage("hello", "11987654321", "m0", null));
        SmsStatusConsumer consumer = start(exchange -> {
            clock.advance(Duration.ofMinutes(1));
            throw new IllegalStateException("the broker has not responded for a minute");
        });
        consumer.poll();
        assertThat(state(health(consumer))).isEqualTo(HealthCheck.State.DOWN);
    }

    @Test
    void stop_exchangesFail_noLongerCounts() throws Exception {
        send(new SmsMessage("hello", "11987654321", "m0", null));
        SmsStatusConsumer consumer = start(exchange -> {
            throw new IllegalStateException("no room");
        });
        consumer.poll();
        AccountMonitor monitor = consumer.account().monitor();
        consumer.stop();
        assertThat(monitor.routes().isFailing(RouteMonitor.Source.STATUSES)).isFalse();
    }

    @Test
    void poll_anotherPollIsRunning_returnsZeroAtOnce() throws Exception {
        send(new SmsMessage("hello", "11987654321", "m0", null));
        List<Integer> polledMeanwhile = new ArrayList<>();
        List<Object> routed = new ArrayList<>();
        SmsStatusConsumer consumer = start(exchange -> {
            routed.add(exchange.getMessage().getHeader("CamelSmsCorrelationId"));
            if (routed.size() == 1) {
                polledMeanwhile.add(CompletableFuture.supplyAsync(() -> poll(consumers.get(0))).get(60, TimeUnit.SECONDS));
            }
        });
        assertThat(consumer.poll()).isEqualTo(1);
        assertThat(polledMeanwhile).containsExactly(0);
        assertThat(routed).containsExactly("m0");
        assertThat(consumer.poll()).as("the next poll").isZero();
    }

    @Test
    void poll_afterAPollThatFailed_runs() throws Exception {
        SmsStatusConsumer consumer = start(exchange -> {
        });
        simulator.failNext(io.github.camelsms.simulator.Operation.STATUS, io.github.camelsms.simulator.Fault.garbageBody());
        assertThat(poll(consumer)).isEqualTo(-1);
        send(new SmsMessage("hello", "11987654321", "m0", null));
        assertThat(consumer.poll()).isEqualTo(1);
    }

    @Test
    void poll_exchangeNeverEnds_isRedeliveredAfterAnHour() throws Exception {
        send(new SmsMessage("hello", "11987654321", "m0", null));
        AcknowledgmentContract.Asynchronous lost = new AcknowledgmentContract.Asynchronous();
        SmsStatusConsumer consumer = start(lost);
        assertThat(consumer.poll()).isEqualTo(1);
        clock.advance(ClaimedBatch.MAX_TIME_ELSEWHERE.minusSeconds(1));
        assertThat(consumer.poll()).isZero();
        for (int seconds = 0; seconds < 60; seconds++) {
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(consumer.poll()).isEqualTo(1);
        lost.complete();
        assertThat(consumer.account().heldStatuses()).isZero();
    }

    /** Camel stops a consumer after an exception only. */
    @Test
    void start_throwsAnError_leavesTheStatusesToTheNextConsumer() throws Exception {
        send(new SmsMessage("hello", "11987654321", "m0", null));
        SmsStatusConsumer failing = new SmsStatusConsumer(
                endpoint(), endpoint().getConfiguration(), Internals.accountOf(endpoint()), exchange -> {
                }) {
            @Override
            void joined(SmsAccount account) {
                throw new NoClassDefFoundError("a class of the store");
            }
        };
        assertThatThrownBy(failing::start).isInstanceOf(NoClassDefFoundError.class);

        assertThat(start(exchange -> {
        }).poll()).isEqualTo(1);
    }

    /** Returns -1 if the poll failed. */
    private static int poll(SmsStatusConsumer consumer) {
        try {
            return consumer.poll();
        } catch (Exception e) {
            return -1;
        }
    }

    private SmsStatusConsumer start(Processor processor) {
        SmsStatusConsumer consumer
                = new SmsStatusConsumer(endpoint(), endpoint().getConfiguration(), Internals.accountOf(endpoint()), processor) {
                    @Override
                    protected EngineClock clock() {
                        return clock;
                    }
                };
        consumer.setInitialDelay(DELAY.toMillis());
        consumer.setDelay(DELAY.toMillis());
        consumers.add(consumer);
        consumer.start();
        return consumer;
    }

    private static StatusPollHealth health(SmsStatusConsumer consumer) {
        StatusPollHealth health = new StatusPollHealth(consumer);
        health.setInitialState(HealthCheck.State.UP);
        health.setEnabled(true);
        return health;
    }

    private static HealthCheck.State state(StatusPollHealth health) {
        return health.call().getState();
    }

    private SmsEndpoint endpoint() {
        return context.getEndpoint("sms:status", SmsEndpoint.class);
    }
}
