package io.github.camelsms.dispatch.pacing;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FixedWindowsTest {

    private static final long MILLI = 1_000_000;
    private static final long INTERVAL = 1_000 * MILLI;
    private static final long SLOW_GAP = INTERVAL + 80 * MILLI;

    private final RoundTrips roundTrips = new RoundTrips();
    private final FixedWindows windows = new FixedWindows(INTERVAL, roundTrips);
    private long now;

    @BeforeEach
    void networkVaries() {
        for (int i = 0; i < 64; i++) {
            roundTrips.add((100 + i % 20 * 10) * MILLI);
        }
    }

    @Test
    void isProbeDue_fewRequests_returnsFalse() {
        serve(FixedWindows.FIRST_PROBE_AFTER - 1);
        assertThat(windows.isProbeDue(SLOW_GAP)).isFalse();
    }

    @Test
    void isProbeDue_manyRequestsWithout429_returnsTrueBeforeTheInterval() {
        serve(FixedWindows.FIRST_PROBE_AFTER);
        assertThat(windows.isProbeDue(SLOW_GAP)).isTrue();
        assertThat(windows.probeSlot() - windows.lastDeparture()).isBetween(INTERVAL / 2, INTERVAL * 3 / 4);
    }

    @Test
    void isProbeDue_nothingToGain_returnsFalse() {
        serve(FixedWindows.FIRST_PROBE_AFTER);
        assertThat(windows.isProbeDue(INTERVAL + 20 * MILLI)).isFalse();
    }

    @Test
    void isProbeDue_roundTripTimesVaryTooMuch_returnsFalse() {
        for (int i = 0; i < 256; i++) {
            roundTrips.add((100 + i % 2 * 600) * MILLI);
        }
        serve(FixedWindows.FIRST_PROBE_AFTER);
        assertThat(windows.isProbeDue(SLOW_GAP)).isFalse();
    }

    @Test
    void served_earlyProbe_confirmsWindows() {
        probe(100 * MILLI);
        assertThat(windows.areConfirmed()).isTrue();
    }

    @Test
    void served_probePossiblyArrivedInTime_confirmsNothing() {
        probe(600 * MILLI);
        assertThat(windows.areConfirmed()).isFalse();
        assertThat(windows.isProbeDue(SLOW_GAP)).isFalse();
    }

    @Test
    void throttled_probe_isExpectedAndDoublesTheNextWait() {
        serve(FixedWindows.FIRST_PROBE_AFTER);
        depart();
        assertThat(windows.throttled(now)).isTrue();
        serve(2 * FixedWindows.FIRST_PROBE_AFTER - 1);
        assertThat(windows.isProbeDue(SLOW_GAP)).isFalse();
        serve(1);
        assertThat(windows.isProbeDue(SLOW_GAP)).isTrue();
    }

    @Test
    void throttled_noProbe_isUnexpected() {
        serve(3);
        depart();
        assertThat(windows.throttled(now)).isFalse();
    }

    @Test
    void throttled_onceInConfirmedWindows_isAttributedToABoundary() {
        probe(100 * MILLI);
        depart();
        assertThat(windows.throttled(now)).isTrue();
        assertThat(windows.areConfirmed()).isTrue();
    }

    @Test
    void throttled_twiceWithinFewRequests_disprovesWindows() {
        probe(100 * MILLI);
        depart();
        windows.throttled(now);
        serve(15);
        depart();
        windows.throttled(now);
        assertThat(windows.areConfirmed()).isFalse();
    }

    @Test
    void throttled_twiceFarApart_keepsWindows() {
        probe(100 * MILLI);
        depart();
        windows.throttled(now);
        serve(16);
        depart();
        windows.throttled(now);
        assertThat(windows.areConfirmed()).isTrue();
    }

    @Test
    void unproven_probe_waitsForManyRequestsAgain() {
        serve(FixedWindows.FIRST_PROBE_AFTER);
        depart();
        windows.unproven(now);
        windows.served(now, now + 100 * MILLI);
        assertThat(windows.areConfirmed()).isFalse();
        assertThat(windows.isProbeDue(SLOW_GAP)).isFalse();
    }

    @Test
    void unproven_lastRequestBeforeTheProbe_waitsForManyRequestsAgain() {
        serve(FixedWindows.FIRST_PROBE_AFTER);
        now += SLOW_GAP;
        windows.departed(now, false);
        windows.unproven(now);
        assertThat(windows.isProbeDue(SLOW_GAP)).isFalse();
        serve(FixedWindows.FIRST_PROBE_AFTER);
        assertThat(windows.isProbeDue(SLOW_GAP)).isTrue();
    }

    @Test
    void changeInterval_confirmedWindows_areReset() {
        probe(100 * MILLI);
        windows.changeInterval(INTERVAL / 2);
        assertThat(windows.areConfirmed()).isFalse();
    }

    private void probe(long roundTrip) {
        serve(FixedWindows.FIRST_PROBE_AFTER);
        depart();
        windows.served(now, now + roundTrip);
    }

    private void serve(int requests) {
        for (int i = 0; i < requests; i++) {
            now += SLOW_GAP;
            windows.departed(now, false);
            windows.served(now, now + 200 * MILLI);
        }
    }

    /** The earliest departure of a probe. */
    private void depart() {
        now += INTERVAL / 2;
        windows.departed(now, windows.isProbeDue(SLOW_GAP));
    }
}
