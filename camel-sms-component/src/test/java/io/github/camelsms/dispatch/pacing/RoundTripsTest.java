package io.github.camelsms.dispatch.pacing;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RoundTripsTest {

    private static final long MILLI = 1_000_000;

    private final RoundTrips roundTrips = new RoundTrips();

    @Test
    void shortest_fewRoundTrips_provesNothing() {
        add(1, 30);
        assertThat(roundTrips.isEmpty()).isFalse();
        assertThat(roundTrips.shortest()).isZero();
        assertThat(roundTrips.hasTooFew()).isTrue();
    }

    @Test
    void shortest_allAlike_isThatOne() {
        add(64, 30);
        assertThat(roundTrips.hasTooFew()).isFalse();
        assertThat(roundTrips.shortest()).isEqualTo(30 * MILLI);
        assertThat(roundTrips.spread()).isZero();
    }

    @Test
    void shortest_manyDifferentOnes_liesALittleBelowTheShortestSeen() {
        for (int i = 0; i < 60; i++) {
            add(1, 30 + i % 20);
        }
        assertThat(roundTrips.shortest()).isBetween(27 * MILLI, 30 * MILLI - 1);
    }

    @Test
    void add_shorterThanEverBefore_isHeededAtOnce() {
        add(97, 30);
        add(1, 20);
        assertThat(roundTrips.shortest()).isLessThanOrEqualTo(20 * MILLI);
    }

    @Test
    void add_longerOnesForAWhile_areHeededToo() {
        add(100, 30);
        add(16, 60);
        assertThat(roundTrips.spread()).isGreaterThanOrEqualTo(30 * MILLI);
    }

    @Test
    void spread_oneInAHundredIsLong_isNotWidened() {
        add(40, 30);
        add(1, 500);
        add(60, 30);
        assertThat(roundTrips.spread()).isLessThan(10 * MILLI);
    }

    @Test
    void shortest_networkBecameSlower_forgetsTheOldOnes() {
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
