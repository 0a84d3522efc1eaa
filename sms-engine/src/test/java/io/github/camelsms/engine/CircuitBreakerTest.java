package io.github.camelsms.engine;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CircuitBreakerTest {

    private static final long SECOND = MemoryEngineFixture.SECOND;

    private final CircuitBreaker circuitBreaker = new CircuitBreaker();

    @Test
    void connectionFailed_repeatedly_doublesTheBackoffUpTo30Seconds() {
        long[] seconds = { 1, 2, 4, 8, 16, 32, 60, 60, 60 };
        for (long half : seconds) {
            assertThat(circuitBreaker.connectionFailed("refused", 0)).isEqualTo(half * SECOND / 2);
            assertThat(circuitBreaker.notBefore()).isEqualTo(half * SECOND / 2);
        }
        assertThat(circuitBreaker.failedConnections()).isEqualTo(seconds.length);
        assertThat(circuitBreaker.trouble()).isEqualTo("refused");
    }

    @Test
    void requestFailed_twice_staysOpen() {
        assertThat(circuitBreaker.requestFailed("no response", 7)).isZero();
        assertThat(circuitBreaker.requestFailed("no response", 8)).isZero();
        assertThat(circuitBreaker.notBefore()).isZero();
        assertThat(circuitBreaker.trouble()).isNull();
        assertThat(circuitBreaker.risksOneMessage()).isFalse();
    }

    @Test
    void requestFailed_threeTimesAndMore_backsOffForIncreasingTimes() {
        circuitBreaker.requestFailed("no response", 0);
        circuitBreaker.requestFailed("no response", 0);
        for (long seconds : new long[] { 5, 10, 20, 40, 60, 60 }) {
            assertThat(circuitBreaker.requestFailed("no response", SECOND)).isEqualTo(seconds * SECOND);
            assertThat(circuitBreaker.notBefore()).isEqualTo((1 + seconds) * SECOND);
            assertThat(circuitBreaker.risksOneMessage()).isTrue();
            assertThat(circuitBreaker.trouble()).isEqualTo("no response");
        }
        assertThat(circuitBreaker.failedInARow()).isEqualTo(8);
    }

    @Test
    void connectionFailed_later_backsOffFromThatTime() {
        assertThat(circuitBreaker.connectionFailed("refused", 7 * SECOND)).isEqualTo(SECOND / 2);
        assertThat(circuitBreaker.notBefore()).isEqualTo(7 * SECOND + SECOND / 2);
    }

    @Test
    void connectionFailed_duringBackoff_doesNotShortenIt() {
        for (int i = 0; i < CircuitBreaker.MAX_FAILED_IN_A_ROW; i++) {
            circuitBreaker.requestFailed("no response", 0);
        }
        circuitBreaker.connectionFailed("refused", 0);
        assertThat(circuitBreaker.notBefore()).isEqualTo(5 * SECOND);
    }

    @Test
    void credentialsRejected_untilTheProbe_rejectsMessages() {
        circuitBreaker.credentialsRejected(403, "forbidden", SECOND);
        assertThat(circuitBreaker.isHalted()).isTrue();
        assertThat(circuitBreaker.haltCode()).isEqualTo(403);
        assertThat(circuitBreaker.refusal(SECOND + CircuitBreaker.PROBE_INTERVAL - 1)).isNotNull();
        assertThat(circuitBreaker.refusal(SECOND + CircuitBreaker.PROBE_INTERVAL)).isNull();
    }

    @Test
    void requestFailed_whileHalted_waitsForTheNextProbe() {
        circuitBreaker.credentialsRejected(401, "unauthorized", 0);
        assertThat(circuitBreaker.requestFailed("no response", SECOND)).isZero();
        assertThat(circuitBreaker.notBefore()).isEqualTo(SECOND + CircuitBreaker.PROBE_INTERVAL);
    }

    @Test
    void connectionFailed_whileHalted_doesNotShortenTheHalt() {
        circuitBreaker.credentialsRejected(401, "unauthorized", 0);
        circuitBreaker.connectionFailed("refused", 0);
        assertThat(circuitBreaker.notBefore()).isEqualTo(CircuitBreaker.PROBE_INTERVAL);
        assertThat(circuitBreaker.isHalted()).isTrue();
    }

    @Test
    void credentialsAccepted_afterFailures_resetsAndReturnsTrue() {
        circuitBreaker.credentialsRejected(401, "unauthorized", 0);
        assertThat(circuitBreaker.credentialsAccepted()).isTrue();
        assertThat(circuitBreaker.isHalted()).isFalse();
        assertThat(circuitBreaker.notBefore()).isZero();
        assertThat(circuitBreaker.trouble()).isNull();
        assertThat(circuitBreaker.credentialsAccepted()).isFalse();
    }

    @Test
    void serviceReached_whileHalted_waitsForTheNextProbe() {
        circuitBreaker.credentialsRejected(401, "unauthorized", 0);
        assertThat(circuitBreaker.serviceReached(SECOND)).isFalse();
        assertThat(circuitBreaker.isHalted()).isTrue();
        assertThat(circuitBreaker.notBefore()).isEqualTo(SECOND + CircuitBreaker.PROBE_INTERVAL);
    }

    @Test
    void serviceReached_betweenLostRequests_resetsTheCount() {
        circuitBreaker.requestFailed("no response", 0);
        circuitBreaker.requestFailed("no response", 0);
        circuitBreaker.serviceReached(0);
        assertThat(circuitBreaker.requestFailed("no response", 0)).isZero();
        assertThat(circuitBreaker.failedInARow()).isEqualTo(1);
    }
}
