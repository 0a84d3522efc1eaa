package io.github.camelsms.engine.pacing;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class DeparturePaceTest {

    private static final long MILLI = 1_000_000;
    private static final long INTERVAL = 1_000 * MILLI;
    private static final long SLOW_GAP = INTERVAL + 80 * MILLI;

    private final RoundTrips roundTrips = new RoundTrips();
    private final DeparturePace pace = new DeparturePace(INTERVAL, roundTrips);
    private long now;

    @BeforeEach
    void networkVaries() {
        for (int i = 0; i < 64; i++) {
            roundTrips.add((100 + i % 20 * 10) * MILLI);
        }
    }

    @Test
    void served_fewRequests_startsNoTrial() {
        serve(DeparturePace.FIRST_TRIAL_AFTER - 1);
        assertThat(pace.isInUse()).isFalse();
    }

    @Test
    void served_enoughRequestsWithout429_startsATrial() {
        serve(DeparturePace.FIRST_TRIAL_AFTER);
        assertThat(pace.isInUse()).isTrue();
    }

    @Test
    void served_nothingToGain_startsNoTrial() {
        for (int i = 0; i < DeparturePace.FIRST_TRIAL_AFTER; i++) {
            pace.served(now, INTERVAL + 20 * MILLI, true);
        }
        assertThat(pace.isInUse()).isFalse();
    }

    @Test
    void served_mayNotTry_startsNoTrial() {
        for (int i = 0; i < DeparturePace.FIRST_TRIAL_AFTER; i++) {
            pace.served(now, SLOW_GAP, false);
        }
        assertThat(pace.isInUse()).isFalse();
    }

    @Test
    void served_longRoundTrips_startsTheTrialLater() {
        for (int i = 0; i < 256; i++) {
            roundTrips.add((400 + i % 20 * 10) * MILLI);
        }
        serve(DeparturePace.TRIAL_AFTER_THROTTLED - 1);
        assertThat(pace.isInUse()).isFalse();
        serve(1);
        assertThat(pace.isInUse()).isTrue();
    }

    @Test
    void served_afterA429_startsTheTrialLater() {
        throttle();
        serve(DeparturePace.TRIAL_AFTER_THROTTLED - 1);
        assertThat(pace.isInUse()).isFalse();
        serve(1);
        assertThat(pace.isInUse()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({ "0, 192", "1, 96", "2, 48", "7, 12" })
    void throttled_trial_endsItAndDelaysTheNextOneLessIfManyWereServed(int served, int nextAfter) {
        serve(DeparturePace.FIRST_TRIAL_AFTER + served);
        throttle();
        assertThat(pace.isInUse()).isFalse();
        serve(nextAfter - 1);
        assertThat(pace.isInUse()).isFalse();
        serve(1);
        assertThat(pace.isInUse()).isTrue();
    }

    @Test
    void throttled_trialAtLowLoad_endsIt() {
        serve(DeparturePace.FIRST_TRIAL_AFTER);
        serve(100, 2 * INTERVAL);
        throttle();
        assertThat(pace.isInUse()).isFalse();
    }

    @Test
    void throttled_onceAfterASuccessfulTrial_keepsThePace() {
        succeed();
        throttle();
        assertThat(pace.isInUse()).isTrue();
    }

    @Test
    void throttled_twiceWithinFewRequests_endsThePace() {
        succeed();
        throttle();
        serve(DeparturePace.MIN_BETWEEN_THROTTLED - 1);
        throttle();
        assertThat(pace.isInUse()).isFalse();
    }

    @Test
    void throttled_twiceFarApart_keepsThePace() {
        succeed();
        throttle();
        // The first one departs later than an interval after the last request that was served.
        serve(1 + DeparturePace.MIN_BETWEEN_THROTTLED);
        throttle();
        assertThat(pace.isInUse()).isTrue();
    }

    @Test
    void lastDeparture_throttledRequest_isThatOfTheRequestBefore() {
        serve(1);
        long before = now;
        throttle();
        assertThat(pace.lastDeparture()).isEqualTo(before);
    }

    @Test
    void lastDeparture_earlierRequestNotCounted_isUnchanged() {
        pace.departed(0);
        pace.departed(INTERVAL);
        pace.notCounted(0);
        assertThat(pace.lastDeparture()).isEqualTo(INTERVAL);
    }

    @Test
    void restore_successfulTrial_keepsThePace() {
        succeed();
        DeparturePace restored = restored();
        assertThat(restored.isInUse()).isTrue();
        restored.throttled(now);
        assertThat(restored.isInUse()).isTrue();
    }

    @Test
    void restore_duringATrial_countsFromArrivals() {
        serve(DeparturePace.FIRST_TRIAL_AFTER);
        assertThat(restored().isInUse()).isFalse();
    }

    @Test
    void changeInterval_successfulTrial_endsThePace() {
        succeed();
        pace.changeInterval(INTERVAL / 2);
        assertThat(pace.isInUse()).isFalse();
    }

    private DeparturePace restored() {
        DeparturePace restored = new DeparturePace(INTERVAL, roundTrips);
        restored.restore(pace.save());
        return restored;
    }

    private void succeed() {
        serve(DeparturePace.FIRST_TRIAL_AFTER + DeparturePace.TRIAL_LENGTH);
    }

    private void serve(int requests) {
        serve(requests, INTERVAL + MILLI);
    }

    private void serve(int requests, long gap) {
        for (int i = 0; i < requests; i++) {
            now += gap;
            pace.departed(now);
            pace.served(now, SLOW_GAP, true);
        }
    }

    private void throttle() {
        now += INTERVAL + MILLI;
        pace.departed(now);
        pace.throttled(now);
    }
}
