package io.github.camelsms.benchmarks.server;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class LimiterKindTest {

    private static final long INTERVAL = 1000;

    @Test
    void none_anyRequest_isAdmitted() {
        assertThat(admitted(LimiterKind.none, 0, 0, 1)).containsExactly(0L, 0L, 1L);
    }

    @Test
    void sliding_withinTheIntervalOfTheLastServedRequest_throttles() {
        assertThat(admitted(LimiterKind.sliding, 500, 1499, 1500, 2499, 2500)).containsExactly(500L, 1500L, 2500L);
    }

    @Test
    void fixed_secondRequestInAWindow_throttlesUntilTheNextWindow() {
        assertThat(admitted(LimiterKind.fixed, 999, 1000, 1001, 1999, 2000)).containsExactly(999L, 1000L, 2000L);
    }

    @Test
    void fixed_negativeTime_stillLimits() {
        assertThat(admitted(LimiterKind.fixed, -1001, -1000, -1, 0)).containsExactly(-1001L, -1000L, 0L);
    }

    @Test
    void bucket_tokenTaken_isRefilledAfterAnInterval() {
        assertThat(admitted(LimiterKind.bucket, 500, 1499, 1500, 5000, 5001)).containsExactly(500L, 1500L, 5000L);
    }

    @Test
    void interval_throttledRequest_startsANewInterval() {
        assertThat(admitted(LimiterKind.interval, 0, 999, 1500, 2499, 3500)).containsExactly(0L, 3500L);
    }

    @ParameterizedTest
    @EnumSource
    void anyKind_oneRequestPerInterval_isAdmitted(LimiterKind kind) {
        assertThat(admitted(kind, 300, 1300, 2300, 3300)).hasSize(4);
    }

    private static List<Long> admitted(LimiterKind kind, long... arrivals) {
        Limiter limiter = kind.create(INTERVAL);
        List<Long> admitted = new ArrayList<>();
        for (long arrival : arrivals) {
            if (limiter.admits(arrival)) {
                admitted.add(arrival);
            }
        }
        return admitted;
    }
}
