package io.github.camelsms.engine.pacing;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RoundTripsTest {

    private static final long MILLI = 1_000_000;

    private final RoundTrips roundTrips = new RoundTrips();

    @Test
    void shortest_fewRoundTrips_isZero() {
        add(1, 30);
        assertThat(roundTrips.isEmpty()).isFalse();
        assertThat(roundTrips.shortest()).isZero();
        assertThat(roundTrips.hasTooFew()).isTrue();
    }

    @Test
    void shortest_allEqual_returnsThatValue() {
        add(64, 30);
        assertThat(roundTrips.hasTooFew()).isFalse();
        assertThat(roundTrips.shortest()).isEqualTo(30 * MILLI);
        assertThat(roundTrips.spread()).isZero();
    }

    @Test
    void shortest_manyDifferentValues_isSlightlyBelowTheObservedMinimum() {
        for (int i = 0; i < 60; i++) {
            add(1, 30 + i % 20);
        }
        assertThat(roundTrips.shortest()).isBetween(27 * MILLI, 30 * MILLI - 1);
    }

    @Test
    void add_newMinimum_isUsedImmediately() {
        add(97, 30);
        add(1, 20);
        assertThat(roundTrips.shortest()).isLessThanOrEqualTo(20 * MILLI);
    }

    @Test
    void add_longerValues_widenTheSpread() {
        add(100, 30);
        add(16, 60);
        assertThat(roundTrips.spread()).isGreaterThanOrEqualTo(30 * MILLI);
    }

    @Test
    void spread_oneOutlierInAHundred_isNotWidened() {
        add(40, 30);
        add(1, 500);
        add(60, 30);
        assertThat(roundTrips.spread()).isLessThan(10 * MILLI);
    }

    @Test
    void shortest_slowerNetwork_forgetsOldValues() {
        add(100, 30);
        add(1_000, 80);
        assertThat(roundTrips.shortest()).isEqualTo(80 * MILLI);
    }

    private void add(int times, long millis) {
        for (int i = 0; i < times; i++) {
            roundTrips.add(millis * MILLI);
        }
    }
}
