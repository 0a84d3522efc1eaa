package io.github.camelsms.observe;

import java.time.Duration;
import java.util.Arrays;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AccountMetersTest {

    private static final SendFigures BUSY = new SendFigures(
            SendFigures.Sending.TROUBLED, "down", 900, 101, 10_000, 3, Duration.ofSeconds(7), null, Duration.ofSeconds(1),
            Duration.ofMillis(1_100), 200);

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final ObservedAccountFake account = new ObservedAccountFake();
    private final AccountMonitor monitor = account.monitor;
    private final AccountMeters meters = new AccountMeters(new Meters(registry, "camel-1", account), account);

    @AfterEach
    void close() {
        meters.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void gauges_busyAccount_showItsFigures() {
        account.sending = BUSY;
        assertThat(gauge("messages.pending")).isEqualTo(900);
        assertThat(gauge("messages.pending.max")).isEqualTo(10_000);
        assertThat(gauge("messages.held.back")).isEqualTo(101);
        assertThat(gauge("messages.oldest.age")).isEqualTo(7);
        // 1,001 messages are 6 requests, each a gap after the previous one.
        assertThat(gauge("messages.drain.time")).isEqualTo(6.6);
        assertThat(gauge("requests.inflight")).isEqualTo(3);
        assertThat(gauge("requests.batch.size")).isEqualTo(200);
        assertThat(gauge("requests.interval")).isEqualTo(1);
        assertThat(gauge("requests.gap")).isEqualTo(1.1);
        account.heldStatuses = 4;
        for (int i = 0; i < 3; i++) {
            account.keptResponses.add("?", "not understood");
        }
        assertThat(gauge("statuses.held")).isEqualTo(4);
        assertThat(gauge("statuses.responses.kept")).isEqualTo(3);
    }

    @Test
    void gauges_notSendingYet_areZeroOrAbsent() {
        for (String name : Arrays.asList("pending", "held.back", "oldest.age", "drain.time")) {
            assertThat(gauge("messages." + name)).isZero();
        }
        assertThat(gauge("requests.gap")).isNaN();
        assertThat(state("UNUSED")).isEqualTo(1);
    }

    @Test
    void state_anyTime_isExactlyOneState() {
        account.sending = BUSY;
        assertThat(state("TROUBLED")).isEqualTo(1);
        assertThat(registry.get("camel.sms.account.state").gauges()).hasSize(6)
                .satisfies(gauges -> assertThat(gauges.stream().mapToDouble(it -> it.value()).sum()).isEqualTo(1));
    }

    @Test
    void statusCounters_failures_countPollsAndExchanges() {
        monitor.statuses().pollFailed("down");
        monitor.statuses().pollFailed("down");
        monitor.statuses().exchangeFailed();
        assertThat(registry.get("camel.sms.statuses.polls.failed").functionCounter().count()).isEqualTo(2);
        assertThat(registry.get("camel.sms.statuses.exchanges.failed").functionCounter().count()).isEqualTo(1);
        assertThat(gauge("statuses.last.poll.timestamp")).isNaN();
    }

    @Test
    void routes_twoFail_isOneUntilBothWork() {
        Outage one = failingRoute();
        Outage other = failingRoute();
        one.succeeded();
        assertThat(routesFailing("RESULTS")).isEqualTo(1);
        assertThat(routesFailing("STATUSES")).isZero();
        other.succeeded();
        assertThat(routesFailing("RESULTS")).isZero();
        monitor.routes().ended(one);
        assertThat(routesFailing("RESULTS")).isZero();
    }

    private Outage failingRoute() {
        Outage outage = new Outage(() -> 0);
        outage.failed();
        monitor.routes().failing(RouteMonitor.Source.RESULTS, outage, "no room");
        return outage;
    }

    private double routesFailing(String source) {
        return registry.get("camel.sms.routes.failing").tag("source", source).gauge().value();
    }

    @Test
    void lastPoll_successful_isUnixTimeInSeconds() {
        monitor.statuses().pollSucceeded();
        assertThat(gauge("statuses.last.poll.timestamp")).isEqualTo(1_800_000_000.5);
    }

    @Test
    void lastPollAge_successfulPoll_followsTheMonotonicClock() {
        assertThat(gauge("statuses.last.poll.age")).isNaN();
        monitor.statuses().pollSucceeded();
        assertThat(gauge("statuses.last.poll.age")).isZero();
        account.nanos.addAndGet(Duration.ofMillis(7_500).toNanos());
        assertThat(gauge("statuses.last.poll.age")).isEqualTo(7.5);
    }

    private double gauge(String name) {
        return registry.get("camel.sms." + name).gauge().value();
    }

    private double state(String name) {
        return registry.get("camel.sms.account.state").tag("state", name).gauge().value();
    }
}
