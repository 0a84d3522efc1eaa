package io.github.camelsms.dispatch;

import io.github.camelsms.dispatch.SendPolicy.Decision;
import io.github.camelsms.dispatch.pacing.Pacer;
import io.github.camelsms.dispatch.pacing.Pacing;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SendPolicyTest {

    private static final long SECOND = DispatcherFixture.SECOND;

    private final DispatchSettings settings
            = new DispatchSettings(SECOND, Pacing.strict, 20, 100, 2, false, DispatcherFixture.RESPONSE_TIMEOUT);
    private final Pacer pacer = new Pacer(SECOND, Pacing.strict);
    private final CircuitBreaker circuitBreaker = new CircuitBreaker();

    @Test
    void decide_slotOpen_sendsAllWaiting() {
        assertThat(decide(7, 0, 0)).isEqualTo(new Decision.Send(7));
    }

    @Test
    void decide_moreThanABatch_sendsABatch() {
        assertThat(decide(21, 0, 0)).isEqualTo(new Decision.Send(20));
    }

    @Test
    void decide_nothingWaiting_isIdle() {
        assertThat(decide(0, 0, 0)).isEqualTo(SendPolicy.IDLE);
    }

    @Test
    void decide_maxRequestsInFlight_isIdle() {
        assertThat(decide(1, 1, 0)).isEqualTo(new Decision.Send(1));
        assertThat(decide(1, 2, 0)).isEqualTo(SendPolicy.IDLE);
    }

    @Test
    void decide_pacerNeedsAResponse_isIdle() {
        pacer.departed(0);
        assertThat(decide(1, 1, SECOND)).isEqualTo(SendPolicy.IDLE);
    }

    @Test
    void decide_slotClosed_waitsUntilTheSlot() {
        pacer.departed(0);
        pacer.responded(0, 5);
        assertThat(decide(1, 0, SECOND + 4)).isEqualTo(new Decision.WaitUntil(SECOND + 5));
        assertThat(decide(1, 0, SECOND + 5)).isEqualTo(new Decision.Send(1));
    }

    @Test
    void decide_circuitBreakerOpenLongerThanTheSlot_waitsForTheCircuitBreaker() {
        circuitBreaker.credentialsRefused(401, "unauthorized", 0);
        assertThat(decide(1, 0, SECOND)).isEqualTo(new Decision.WaitUntil(CircuitBreaker.PROBE_INTERVAL));
    }

    @Test
    void decide_probeInFlight_isIdle() {
        circuitBreaker.connectionFailed("refused", 0);
        assertThat(decide(1, 1, SECOND)).isEqualTo(SendPolicy.IDLE);
        assertThat(decide(1, 0, SECOND)).isEqualTo(new Decision.Send(1));
    }

    @Test
    void decide_lastRequestsLost_sendsOneMessage() {
        for (int i = 0; i < CircuitBreaker.MAX_FAILED_IN_A_ROW; i++) {
            circuitBreaker.requestFailed("no response", 0);
        }
        assertThat(decide(15, 0, 10 * SECOND)).isEqualTo(new Decision.Send(1));
    }

    private Decision decide(int pending, int inFlight, long now) {
        return SendPolicy.decide(settings, pacer, circuitBreaker, pending, inFlight, now);
    }
}
