package io.github.camelsms.engine.pacing;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RequestDelayBoundTest {

    private static final long MILLI = 1_000_000;
    private static final long INTERVAL = 1_000 * MILLI;
    private static final double HALF_OF_ALL = 0.5;

    private final RoundTrips roundTrips = new RoundTrips();
    private final RequestDelayBound delayBound = new RequestDelayBound(INTERVAL, roundTrips);

    @Test
    void of_muchLongerThanUsual_assumesAllExcessBeforeArrival() {
        steady();
        assertThat(delayBound.of(50 * MILLI)).isEqualTo(20 * MILLI);
    }

    @Test
    void of_shortestRoundTrip_isZero() {
        steady();
        assertThat(delayBound.of(30 * MILLI)).isZero();
    }

    @Test
    void of_throttledRepeatedly_exceedsTheRoundTripTime() {
        steady();
        raiseTo(3);
        // A tenth of the interval for each 1 of safety margin above 1.
        assertThat(delayBound.of(50 * MILLI)).isCloseTo(220 * MILLI, within(MILLI));
    }

    @Test
    void of_longRoundTrip_returnsHalfTheSpread() {
        varying();
        long spread = roundTrips.spread();
        assertThat(delayBound.of(roundTrips.shortest() + spread)).isCloseTo(spread / 2, within(1L));
    }

    @Test
    void of_twoSpreadsLonger_isStillUsual() {
        varying();
        long spread = roundTrips.spread();
        assertThat(delayBound.of(roundTrips.shortest() + 2 * spread)).isCloseTo(spread / 2, within(1L));
        assertThat(delayBound.of(roundTrips.shortest() + 2 * spread + 1)).isEqualTo(2 * spread + 1);
    }

    @Test
    void of_minimumMargin_assumesTheEarliestArrival() {
        varying();
        long spread = roundTrips.spread();
        for (int i = 0; i < 20; i++) {
            delayBound.lower(HALF_OF_ALL);
        }
        assertThat(delayBound.safetyMargin()).isEqualTo(-1);
        // Three quarters of a spread longer; the way back took at most half a spread.
        assertThat(delayBound.of(roundTrips.shortest() + spread * 3 / 4)).isCloseTo(spread / 4, within(2L));
    }

    @Test
    void ofRequestInFlight_marginZero_returnsHalfTheSpread() {
        varying();
        assertThat(delayBound.ofRequestInFlight()).isCloseTo(roundTrips.spread() / 2, within(1L));
    }

    @Test
    void ofRequestInFlight_marginOne_returnsTheSpread() {
        varying();
        raiseTo(1);
        assertThat(delayBound.ofRequestInFlight()).isCloseTo(roundTrips.spread(), within(MILLI / 10));
    }

    @Test
    void lower_atTheTargetRateOf429_balancesRaising() {
        steady();
        for (int i = 0; i < 30; i++) {
            delayBound.raise();
        }
        double before = delayBound.safetyMargin();
        double target = 0.2;
        delayBound.raise();
        for (int i = 0; i < 4; i++) {
            delayBound.lower(target);
        }
        assertThat(delayBound.safetyMargin()).as("one throttled of five").isCloseTo(before, within(0.006));
    }

    @Test
    void stopTakingRisks_negativeMargin_setsItToZero() {
        steady();
        delayBound.lower(HALF_OF_ALL);
        delayBound.stopTakingRisks();
        assertThat(delayBound.safetyMargin()).isZero();
    }

    @Test
    void stopTakingRisks_positiveMargin_keepsIt() {
        steady();
        raiseTo(2);
        delayBound.stopTakingRisks();
        assertThat(delayBound.safetyMargin()).isCloseTo(2, within(0.001));
    }

    @Test
    void safetyMargin_initial_isMinusAQuarter() {
        assertThat(delayBound.safetyMargin()).isEqualTo(-0.25);
    }

    @Test
    void raise_first429Responses_countMoreThanLaterOnes() {
        steady();
        delayBound.raise();
        assertThat(delayBound.safetyMargin()).isCloseTo(0.25, within(1e-9));
        delayBound.raise();
        assertThat(delayBound.safetyMargin()).isCloseTo(0.425, within(1e-9));
    }

    @Test
    void closeResponse_throttledOften_raisesTheBoundAboveHalfTheSpread() {
        varying();
        for (int i = 0; i < 8; i++) {
            delayBound.closeResponse(true);
        }
        // 8 of 8, and 2 more: the square of 0.8.
        assertThat(delayBound.ofRequestInFlight()).isCloseTo((long) (roundTrips.spread() / 2 * 1.64), within(2L));
    }

    @Test
    void closeResponse_throttledRarely_hasLittleEffect() {
        varying();
        for (int i = 0; i < 18; i++) {
            delayBound.closeResponse(i < 2);
        }
        assertThat(delayBound.ofRequestInFlight()).isCloseTo((long) (roundTrips.spread() / 2 * 1.01), within(2L));
    }

    @Test
    void restore_saved_returnsTheSameBound() {
        varying();
        delayBound.raise();
        delayBound.closeResponse(true);
        delayBound.closeResponse(false);
        RequestDelayBound restored = new RequestDelayBound(INTERVAL, roundTrips);
        restored.restore(delayBound.save());
        assertThat(restored.ofRequestInFlight()).isEqualTo(delayBound.ofRequestInFlight());
        assertThat(restored.save()).isEqualTo(delayBound.save());
    }

    /** Round-trip times of 30 ms, and a margin without risk. */
    private void steady() {
        for (int i = 0; i < 40; i++) {
            roundTrips.add(30 * MILLI);
        }
        delayBound.stopTakingRisks();
    }

    /** Round-trip times of 30 to 49 ms. */
    private void varying() {
        for (int i = 0; i < 60; i++) {
            roundTrips.add((30 + i % 20) * MILLI);
        }
        delayBound.stopTakingRisks();
    }

    /** Raises the margin in steps of a tenth to approximately this value. */
    private void raiseTo(int safetyMargin) {
        while (delayBound.safetyMargin() < safetyMargin) {
            delayBound.raise();
        }
        // Each of these lowers the margin by a thousandth.
        while (delayBound.safetyMargin() > safetyMargin) {
            delayBound.lower(0.01 / 1.01);
        }
    }
}
