package io.github.camelsms.account;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;

import io.github.camelsms.client.SmsServiceClient;
import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.stored.ReconcilerFixture;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.StatusLookUp;
import io.github.camelsms.model.StatusQuery;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.RateLimitScope;
import io.github.camelsms.simulator.SettableClock;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.UnknownMessages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for reconciliation against the simulator, which shares a manual clock with the store.
 */
class ReconcilerSimulatorTest extends ReconcilerFixture {

    private static final Duration NOON = Duration.ofHours(15);
    /** In the time zone of the service. */
    private static final Duration MIDNIGHT = Duration.ofHours(3);

    private final SettableClock serviceClock = new SettableClock(clock.instant());
    private final CamelContext context = new DefaultCamelContext();
    private final ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor();
    private final AccountClient client = new AccountClient(
            settings -> new SmsServiceClient(context, settings, alarms, duration -> {
            }, clock::nanos, InstantSource.system()));
    private final UnknownMessages messages = messages();
    private SmsSimulator simulator = SmsSimulator.builder().build();
    private final Node node = new Node("one", this::lookUp);

    private StatusLookUp lookUp(StatusQuery query) {
        return client.query(statuses -> statuses.lookUp(query));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        simulator.close();
        alarms.shutdownNow();
        context.close();
    }

    private void start(SmsSimulatorBuilder builder) {
        simulator = builder.clock(serviceClock).zone(ZONE).build().start();
        client.use(
                new SmsServiceSettings(
                        URI.create(simulator.baseUrl()), simulator.username(), simulator.password(), Duration.ofSeconds(10),
                        null));
    }

    private static SmsSimulatorBuilder unlimited() {
        return SmsSimulator.builder().requestsPerSecond(0);
    }

    /** Moves both clocks in small steps, so that the service receives each query on time. */
    private void advance(Duration duration) {
        for (long second = 0; second < duration.toSeconds(); second++) {
            serviceClock.advance(Duration.ofSeconds(1));
            clock.advance(Duration.ofSeconds(1));
        }
    }

    private void advanceTo(Duration time) {
        serviceClock.advance(time.minusNanos(serviceClock.nanoTime()));
        clock.advance(time.minusNanos(clock.nanos()));
    }

    private void send(List<SmsMessage> batch) {
        try (AccountClient.Call call = client.call()) {
            assertThat(call.client().send(batch, status -> {
            }, () -> true)).isInstanceOf(SendResponse.Unknown.class);
        }
    }

    /** Sends messages in one request that the service accepts, and whose response is lost. */
    private void loseResponse(String... ids) {
        simulator.failNext(Fault.dropAfterAccepting());
        messages.make(node.lease(), this::send, ids);
    }

    /** Sends messages in one request that is lost before the service accepts it. */
    private void loseRequest(String... ids) {
        simulator.failNext(Fault.dropBeforeAccepting());
        messages.make(node.lease(), this::send, ids);
    }

    @Test
    void lostResponse_messagesWereAccepted_areSettledByDate() {
        start(unlimited());
        advanceTo(NOON);
        loseResponse(IntStream.range(0, 200).mapToObj(i -> "m-" + i).toArray(String[]::new));
        node.reconciler.use(PARK, INTERVAL);

        advance(Duration.ofSeconds(260));

        assertThat(messages.count(SmsMessageState.ACCEPTED)).isEqualTo(200);
        assertThat(simulator.statistics().statusByDateRequests()).isEqualTo(200);
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(200);
    }

    @Test
    void lostRequest_noRecord_isParkedAfterTheTimeLimit() {
        start(unlimited());
        advanceTo(NOON);
        loseRequest("a");
        node.reconciler.use(PARK, INTERVAL);

        advance(AT_MOST.minusSeconds(1));
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
        advance(Duration.ofSeconds(30));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.PARKED);
    }

    @Test
    void lostRequest_whenNotFoundResend_waitsAgainAfterTheTimeLimit() {
        start(unlimited());
        advanceTo(NOON);
        loseRequest("a");
        node.reconciler.use(RESEND, INTERVAL);

        advance(AT_MOST.plusSeconds(30));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.WAITING);
    }

    @Test
    void laggingView_acceptedMessage_isSettledAndNeverResent() {
        start(unlimited().statusByDateLag(AT_MOST.minusMinutes(1)));
        advanceTo(NOON);
        loseResponse("a");
        node.reconciler.use(RESEND, INTERVAL);

        advance(AT_MOST.minusMinutes(2));
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
        assertThat(simulator.statistics().statusByDateRequests()).isGreaterThan(10);
        advance(Duration.ofMinutes(3));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.ACCEPTED);
        assertThat(recorded.resent).isEmpty();
        assertThat(recorded.parked).isEmpty();
    }

    /**
     * The request departs before midnight by the clock of the store and is accepted after midnight by the clock of the
     * service.
     */
    @Test
    void sentBeforeMidnight_acceptedAfterMidnight_isFoundOnTheNextDay() {
        start(unlimited());
        advanceTo(MIDNIGHT.minusSeconds(2));
        simulator.failNext(Fault.dropAfterAccepting());
        messages.make(node.lease(), batch -> {
            serviceClock.advance(Duration.ofSeconds(5));
            send(batch);
        }, "a");
        node.reconciler.use(RESEND, INTERVAL);

        advance(AT_MOST.plusMinutes(1));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.ACCEPTED);
    }

    @Test
    void sentAfterMidnight_serviceClockIsBehind_isFoundOnThePreviousDay() {
        start(unlimited());
        advanceTo(MIDNIGHT.minusMinutes(4));
        clock.advance(Duration.ofMinutes(5));
        loseResponse("a");
        node.reconciler.use(RESEND, INTERVAL);

        advance(AT_MOST.plusMinutes(1));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.ACCEPTED);
    }

    @Test
    void serviceUnreachable_pastTheTimeLimit_staysUnknownUntilItIsReachable() {
        start(unlimited());
        advanceTo(NOON);
        loseResponse("a");
        simulator.stop();
        node.reconciler.use(RESEND, INTERVAL);
        advance(AT_MOST.multipliedBy(2));
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);

        simulator.start();
        advance(Duration.ofMinutes(11));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.ACCEPTED);
    }

    @Test
    void queryError_pastTheTimeLimit_staysUnknown() {
        start(unlimited());
        advanceTo(NOON);
        loseRequest("a");
        for (int i = 0; i < 200; i++) {
            simulator.failNext(Operation.STATUS_BY_DATE, Fault.httpStatus(404));
        }
        node.reconciler.use(RESEND, INTERVAL);

        advance(AT_MOST.multipliedBy(2));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
    }

    @Test
    void limitOnAllOperations_manyDue_isNeverExceeded() {
        start(SmsSimulator.builder().requestsPerSecond(1).rateLimitScope(RateLimitScope.ALL_OPERATIONS));
        advanceTo(NOON);
        loseResponse("a", "b", "c", "d", "e");
        node.reconciler.use(PARK, INTERVAL);

        advance(Duration.ofMinutes(2));

        assertThat(simulator.statistics().tooManyRequests()).isZero();
        assertThat(messages.count(SmsMessageState.ACCEPTED)).isEqualTo(5);
    }

    @Test
    void ownerCrashes_secondProcess_takesOver() {
        start(unlimited().statusByDateLag(Duration.ofMinutes(5)));
        advanceTo(NOON);
        loseResponse("a");
        Node second = new Node("two", this::lookUp);
        node.reconciler.use(PARK, INTERVAL);
        second.reconciler.use(PARK, INTERVAL);
        advance(Duration.ofMinutes(2));
        long before = simulator.statistics().statusByDateRequests();
        assertThat(before).isPositive();

        node.reconciler.close();
        node.stored.close();
        advance(Duration.ofMinutes(10));

        assertThat(second.stored.lease()).isNotNull();
        assertThat(simulator.statistics().statusByDateRequests()).isGreaterThan(before);
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.ACCEPTED);
    }
}
