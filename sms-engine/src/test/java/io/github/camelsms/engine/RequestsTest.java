package io.github.camelsms.engine;

import java.util.List;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SendResponse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RequestsTest {

    private static final long SECOND = MemoryEngineFixture.SECOND;

    private final ManualClock clock = new ManualClock();
    private final FakeService service = new FakeService(clock);
    private final SerialExecutor loop = new SerialExecutor(Runnable::run, () -> {
    }, failure -> {
    });

    @Test
    void nextDeparture_firstRequest_isNow() {
        assertThat(requests(Pacing.strict, 1).nextDeparture()).isZero();
    }

    @Test
    void nextDeparture_maxRequestsInFlight_isAfterAResponse() {
        Requests requests = requests(Pacing.adaptive, 2);
        for (int i = 0; i < 2; i++) {
            send(requests);
            clock.advanceMillis(5);
            service.acceptAll();
            clock.advanceMillis(1_100);
        }
        send(requests);
        clock.advanceMillis(1_100);
        assertThat(requests.nextDeparture()).isLessThanOrEqualTo(clock.nanos());
        send(requests);
        clock.advanceMillis(1_100);
        assertThat(requests.nextDeparture()).isEqualTo(LoopAlarm.NEVER);

        service.acceptAll();
        assertThat(requests.nextDeparture()).isNotEqualTo(LoopAlarm.NEVER);
    }

    @Test
    void nextDeparture_pacerNeedsAResponse_isAfterIt() {
        Requests requests = requests(Pacing.strict, 2);
        send(requests);
        assertThat(requests.nextDeparture()).isEqualTo(LoopAlarm.NEVER);
        clock.advanceMillis(5);
        service.acceptAll();
        assertThat(requests.nextDeparture()).isEqualTo(SECOND + 5_000_000);
    }

    /** The service counts from the arrival, not from the connect and the TLS handshake before it. */
    @Test
    void nextDeparture_connectTakesLong_countsFromTheFirstByte() {
        Requests requests = requests(Pacing.adaptive, 1);
        send(requests);
        clock.advanceMillis(300);
        service.departs();
        clock.advanceMillis(100);
        service.acceptAll();
        assertThat(requests.nextDeparture()).isBetween(SECOND + 340_000_000, SECOND + 400_000_000);
    }

    @Test
    void nextDeparture_circuitBreakerOpenLongerThanTheSlot_isWhenItCloses() {
        Requests requests = requests(Pacing.strict, 2);
        respond(requests, new SendResponse.Unauthorized(401, "unauthorized"));
        assertThat(requests.nextDeparture()).isEqualTo(CircuitBreaker.PROBE_INTERVAL);
    }

    @Test
    void nextDeparture_probeInFlight_isAfterItsResponse() {
        Requests requests = requests(Pacing.adaptive, 4);
        for (int i = 0; i < 2; i++) {
            respond(requests, FakeService.accepted(List.of(MemoryEngineFixture.message("a"))));
            clock.advanceMillis(1_100);
        }
        respond(requests, new SendResponse.NotConnected("refused"));
        clock.advanceMillis(1_100);
        assertThat(requests.nextDeparture()).isLessThanOrEqualTo(clock.nanos());
        send(requests);
        clock.advanceMillis(1_100);
        assertThat(requests.nextDeparture()).isEqualTo(LoopAlarm.NEVER);
    }

    @Test
    void batchSize_requestsFailed_isOneMessage() {
        Requests requests = requests(Pacing.strict, 2);
        assertThat(requests.batchSize()).isEqualTo(20);
        for (int i = 0; i < CircuitBreaker.MAX_FAILED_IN_A_ROW; i++) {
            respond(requests, new SendResponse.Unknown(null, "no response"));
        }
        assertThat(requests.batchSize()).isOne();
    }

    private Requests requests(Pacing pacing, int maxInFlight) {
        EngineSettings settings = new EngineSettings(
                SECOND, pacing, 20, 100, maxInFlight, false, MemoryEngineFixture.RESPONSE_TIMEOUT);
        return new Requests(settings, service, clock, loop, EngineListeners.of(), (request, results, now) -> {
        });
    }

    private void respond(Requests requests, SendResponse response) {
        send(requests);
        service.response(response);
    }

    private void send(Requests requests) {
        QueuedMessage entry = new QueuedMessage(
                MemoryEngineFixture.message("a"), new Submission(null, MemoryEngineFixture.OPTIONS, new RecordingSink()), 0,
                clock.nanos());
        requests.send(List.of(entry), null, clock.nanos());
    }
}
