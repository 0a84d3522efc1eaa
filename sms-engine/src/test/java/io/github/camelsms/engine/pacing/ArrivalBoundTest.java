package io.github.camelsms.engine.pacing;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ArrivalBoundTest {

    private static final long MILLI = 1_000_000;
    private static final long INTERVAL = 1_000 * MILLI;
    private static final double HALF_OF_ALL = 0.5;

    private final RoundTrips roundTrips = new RoundTrips();
    private final ArrivalBound arrivalBound = new ArrivalBound(INTERVAL, roundTrips);

    @Test
    void latest_muchLongerThanUsual_assumesAllExcessBeforeArrival() {
        steady();
        assertThat(arrivalBound.latest(50 * MILLI)).isEqualTo(20 * MILLI);
    }

    @Test
    void latest_shortestRoundTrip_isZero() {
        steady();
        assertThat(arrivalBound.latest(30 * MILLI)).isZero();
    }

    @Test
    void latest_throttledRepeatedly_exceedsTheRoundTripTime() {
        steady();
        raiseTo(3);
        // A tenth of the interval for each 1 of safety margin above 1.
        assertThat(arrivalBound.latest(50 * MILLI)).isCloseTo(220 * MILLI, within(MILLI));
    }

    @Test
    void latest_longRoundTrip_returnsHalfTheSpread() {
        varying();
        long spread = roundTrips.spread();
        assertThat(arrivalBound.latest(roundTrips.shortest() + spread)).isCloseTo(spread / 2, within(1L));
    }

    @Test
    void latest_twoSpreadsLonger_isStillUsual() {
        varying();
        long spread = roundTrips.spread();
        assertThat(arrivalBound.latest(roundTrips.shortest() + 2 * spread)).isCloseTo(spread / 2, within(1L));
        assertThat(arrivalBound.latest(roundTrips.shortest() + 2 * spread + 1)).isEqualTo(2 * spread + 1);
    }

    @Test
    void latest_minimumMargin_assumesTheEarliestArrival() {
        varying();
        long spread = roundTrips.spread();
        for (int i = 0; i < 20; i++) {
            arrivalBound.lower(HALF_OF_ALL);
        }
        assertThat(arrivalBound.safetyMargin()).isEqualTo(-1);
        // Three quarters of a spread longer; the way back took at most half a spread.
        assertThat(arrivalBound.latest(roundTrips.shortest() + spread * 3 / 4)).isCloseTo(spread / 4, within(2L));
    }

    @Test
    void latestInFlight_marginZero_returnsHalfTheSpread() {
        varying();
        assertThat(arrivalBound.latestInFlight()).isCloseTo(roundTrips.spread() / 2, within(1L));
    }

    @Test
    void latestInFlight_marginOne_returnsTheSpread() {
        varying();
        raiseTo(1);
        assertThat(arrivalBound.latestInFlight()).isCloseTo(roundTrips.spread(), within(MILLI / 10));
    }

    @Test
    void lower_atTheTargetRateOf429_balancesRaising() {
        steady();
        for (int i = 0; i < 30; i++) {
            arrivalBound.raise();
        }
        double before = arrivalBound.safetyMargin();
        double target = 0.2;
        arrivalBound.raise();
        for (int i = 0; i < 4; i++) {
            arrivalBound.lower(target);
        }
        assertThat(arrivalBound.safetyMargin()).as("one throttled of five").isCloseTo(before, within(0.006));
    }

    @Test
    void stopTakingRisks_negativeMargin_setsItToZero() {
        steady();
        arrivalBound.lower(HALF_OF_ALL);
        arrivalBound.stopTakingRisks();
        assertThat(arrivalBound.safetyMargin()).isZero();
    }

    @Test
    void stopTakingRisks_positiveMargin_keepsIt() {
        steady();
        raiseTo(2);
        arrivalBound.stopTakingRisks();
        assertThat(arrivalBound.safetyMargin()).isCloseTo(2, within(0.001));
    }

    @Test
    void safetyMargin_initial_isMinusAQuarter() {
        assertThat(arrivalBound.safetyMargin()).isEqualTo(-0.25);
    }

    @Test
    void raise_first429Responses_countMoreThanLaterOnes() {
        steady();
        arrivalBound.raise();
        assertThat(arrivalBound.safetyMargin()).isCloseTo(0.25, within(1e-9));
        arrivalBound.raise();
        assertThat(arrivalBound.safetyMargin()).isCloseTo(0.425, within(1e-9));
    }

    @Test
    void closeResponse_throttledOften_raisesTheBoundAboveHalfTheSpread() {
        varying();
        for (int i = 0; i < 8; i++) {
            arrivalBound.closeResponse(true);
        }
        // 8 of 8, and 2 more: the square of 0.8.
        assertThat(arrivalBound.latestInFlight()).isCloseTo((long) (roundTrips.spread() / 2 * 1.64), within(2L));
    }

    @Test
    void closeResponse_throttledRarely_hasLittleEffect() {
        varying();
        for (int i = 0; i < 18; i++) {
            arrivalBound.closeResponse(i < 2);
        }
        assertThat(arrivalBound.latestInFlight()).isCloseTo((long) (roundTrips.spread() / 2 * 1.01), within(2L));
    }

    @Test
    void restore_saved_returnsTheSameBound() {
        varying();
        arrivalBound.raise();
        arrivalBound.closeResponse(true);
        arrivalBound.closeResponse(false);
        ArrivalBound restored = new ArrivalBound(INTERVAL, roundTrips);
        restored.restore(arrivalBound.save());
        assertThat(restored.latestInFlight()).isEqualTo(arrivalBound.latestInFlight());
        assertThat(restored.save()).isEqualTo(arrivalBound.save());
    }

    /** Round-trip times of 30 ms, and a margin without risk. */
    private void steady() {
        for (int i = 0; i < 40; i++) {
            roundTrips.add(30 * MILLI);
        }
        arrivalBound.stopTakingRisks();
    }

    /** Round-trip times of 30 to 49 ms. */
    private void varying() {
        for (int i = 0; i < 60; i++) {
            roundTrips.add((30 + i % 20) * MILLI);
        }
        arrivalBound.stopTakingRisks();
    }

    /** Raises the margin in steps of a tenth to approximately this value. */
    private void raiseTo(int safetyMargin) {
        while (arrivalBound.safetyMargin() < safetyMargin) {
            arrivalBound.raise();
        }
        // Each of these lowers the margin by a thousandth.
        while (arrivalBound.safetyMargin() > safetyMargin) {
            arrivalBound.lower(0.01 / 1.01);
        }
    }
}
