package io.github.camelsms.dispatch;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CircuitBreakerTest {

    private static final long SECOND = DispatcherFixture.SECOND;

    private final CircuitBreaker gate = new CircuitBreaker();

    @Test
    void connectionFailed_againAndAgain_waitsTwiceAsLongUpToHalfAMinute() {
        long[] seconds = { 1, 2, 4, 8, 16, 32, 60, 60, 60 };
        for (long half : seconds) {
            assertThat(gate.connectionFailed("refused", 0)).isEqualTo(half * SECOND / 2);
            assertThat(gate.notBefore()).isEqualTo(half * SECOND / 2);
        }
        assertThat(gate.failedConnections()).isEqualTo(seconds.length);
        assertThat(gate.trouble()).isEqualTo("refused");
    }

    @Test
    void requestLost_twice_staysOpen() {
        assertThat(gate.requestLost("no response", 7)).isZero();
        assertThat(gate.requestLost("no response", 8)).isZero();
        assertThat(gate.notBefore()).isZero();
        assertThat(gate.trouble()).isNull();
        assertThat(gate.risksOneMessage()).isFalse();
    }

    @Test
    void requestLost_threeTimesAndMore_closesForLongerAndLonger() {
        gate.requestLost("no response", 0);
        gate.requestLost("no response", 0);
        for (long seconds : new long[] { 5, 10, 20, 40, 60, 60 }) {
            assertThat(gate.requestLost("no response", SECOND)).isEqualTo(seconds * SECOND);
            assertThat(gate.notBefore()).isEqualTo((1 + seconds) * SECOND);
            assertThat(gate.risksOneMessage()).isTrue();
            assertThat(gate.trouble()).isEqualTo("no response");
        }
        assertThat(gate.lostInARow()).isEqualTo(8);
    }

    @Test
    void connectionFailed_later_countsFromThen() {
        assertThat(gate.connectionFailed("refused", 7 * SECOND)).isEqualTo(SECOND / 2);
        assertThat(gate.notBefore()).isEqualTo(7 * SECOND + SECOND / 2);
    }

    @Test
    void connectionFailed_duringABreak_doesNotShortenIt() {
        for (int i = 0; i < CircuitBreaker.MAX_LOST_IN_A_ROW; i++) {
            gate.requestLost("no response", 0);
        }
        gate.connectionFailed("refused", 0);
        assertThat(gate.notBefore()).isEqualTo(5 * SECOND);
    }

    @Test
    void credentialsRefused_untilTheProbe_turnsAway() {
        gate.credentialsRefused(403, "forbidden", SECOND);
        assertThat(gate.isHalted()).isTrue();
        assertThat(gate.haltCode()).isEqualTo(403);
        assertThat(gate.turnsAway(SECOND + CircuitBreaker.PROBE_INTERVAL - 1)).isTrue();
        assertThat(gate.turnsAway(SECOND + CircuitBreaker.PROBE_INTERVAL)).isFalse();
    }

    @Test
    void requestLost_whileHalted_waitsForAnotherProbe() {
        gate.credentialsRefused(401, "unauthorized", 0);
        assertThat(gate.requestLost("no response", SECOND)).isEqualTo(CircuitBreaker.PROBE_INTERVAL);
        assertThat(gate.notBefore()).isEqualTo(SECOND + CircuitBreaker.PROBE_INTERVAL);
    }

    @Test
    void connectionFailed_whileHalted_doesNotShortenTheHalt() {
        gate.credentialsRefused(401, "unauthorized", 0);
        gate.connectionFailed("refused", 0);
        assertThat(gate.notBefore()).isEqualTo(CircuitBreaker.PROBE_INTERVAL);
        assertThat(gate.isHalted()).isTrue();
    }

    @Test
    void serviceReached_afterTrouble_opensAndSaysSo() {
        gate.credentialsRefused(401, "unauthorized", 0);
        assertThat(gate.serviceReached()).isTrue();
        assertThat(gate.isHalted()).isFalse();
        assertThat(gate.notBefore()).isZero();
        assertThat(gate.trouble()).isNull();
        assertThat(gate.serviceReached()).isFalse();
    }

    @Test
    void serviceReached_betweenLostRequests_countsAnew() {
        gate.requestLost("no response", 0);
        gate.requestLost("no response", 0);
        gate.serviceReached();
        assertThat(gate.requestLost("no response", 0)).isZero();
        assertThat(gate.lostInARow()).isEqualTo(1);
    }
}
