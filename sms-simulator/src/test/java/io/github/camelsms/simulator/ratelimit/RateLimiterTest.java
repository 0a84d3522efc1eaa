package io.github.camelsms.simulator.ratelimit;

import io.github.camelsms.simulator.RateLimiterKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class RateLimiterTest {

    private static final long MILLI = 1_000_000;

    @Test
    void slidingSecond_requestsAroundAnySecondBoundary_admitsOnePerSecond() {
        RateLimiter limiter = RateLimiter.of(RateLimiterKind.SLIDING_SECOND, 1, false);

        assertThat(limiter.tryAdmit(900 * MILLI)).isZero();
        assertThat(limiter.tryAdmit(1020 * MILLI)).isEqualTo(880 * MILLI);
        assertThat(limiter.tryAdmit(1899 * MILLI)).isEqualTo(MILLI);
        assertThat(limiter.tryAdmit(1900 * MILLI)).isZero();
    }

    @Test
    void slidingSecond_threePerSecond_admitsTheFourthOneSecondAfterTheFirst() {
        RateLimiter limiter = RateLimiter.of(RateLimiterKind.SLIDING_SECOND, 3, false);

        assertThat(limiter.tryAdmit(0)).isZero();
        assertThat(limiter.tryAdmit(500 * MILLI)).isZero();
        assertThat(limiter.tryAdmit(500 * MILLI)).isZero();
        assertThat(limiter.tryAdmit(999 * MILLI)).isEqualTo(MILLI);
        assertThat(limiter.tryAdmit(1000 * MILLI)).isZero();
        assertThat(limiter.tryAdmit(1001 * MILLI)).isEqualTo(499 * MILLI);
    }

    @Test
    void slidingSecond_highRateForHours_keepsOnlyTheAdmissionsOfTheWindow() {
        RateLimiter.SlidingWindow limiter = new RateLimiter.SlidingWindow(1_000_000, 1000 * MILLI, false);

        for (long second = 0; second < 10_000; second++) {
            assertThat(limiter.tryAdmit(second * 1000 * MILLI)).isZero();
        }

        assertThat(limiter.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void anyKind_veryHighRate_admitsEverything(RateLimiterKind kind) {
        RateLimiter limiter = RateLimiter.of(kind, 1e300, false);

        assertThat(limiter.tryAdmit(5)).isZero();
        assertThat(limiter.tryAdmit(6)).isZero();
        assertThat(limiter.tryAdmit(7)).isZero();
    }

    @Test
    void fixedSecond_requestsAroundASecondBoundary_admitsBoth() {
        RateLimiter limiter = RateLimiter.of(RateLimiterKind.FIXED_SECOND, 1, false);

        assertThat(limiter.tryAdmit(900 * MILLI)).isZero();
        assertThat(limiter.tryAdmit(950 * MILLI)).isEqualTo(50 * MILLI);
        assertThat(limiter.tryAdmit(1020 * MILLI)).isZero();
        assertThat(limiter.tryAdmit(1999 * MILLI)).isEqualTo(MILLI);
    }

    @Test
    void fixedSecond_negativeTime_stillLimits() {
        RateLimiter limiter = RateLimiter.of(RateLimiterKind.FIXED_SECOND, 1, false);

        assertThat(limiter.tryAdmit(-100 * MILLI)).isZero();
        assertThat(limiter.tryAdmit(-50 * MILLI)).isEqualTo(50 * MILLI);
        assertThat(limiter.tryAdmit(0)).isZero();
    }

    @Test
    void tokenBucket_longIdle_accumulatesOneSecondOfPermits() {
        RateLimiter limiter = RateLimiter.of(RateLimiterKind.TOKEN_BUCKET, 2, false);

        assertThat(limiter.tryAdmit(0)).isZero();
        assertThat(limiter.tryAdmit(10_000 * MILLI)).isZero();
        assertThat(limiter.tryAdmit(10_000 * MILLI)).isZero();
        assertThat(limiter.tryAdmit(10_000 * MILLI)).isEqualTo(500 * MILLI);
        assertThat(limiter.tryAdmit(10_500 * MILLI)).isZero();
    }

    @Test
    void minimumInterval_fourPerSecond_requires250Milliseconds() {
        RateLimiter limiter = RateLimiter.of(RateLimiterKind.MINIMUM_INTERVAL, 4, false);

        assertThat(limiter.tryAdmit(0)).isZero();
        assertThat(limiter.tryAdmit(100 * MILLI)).isEqualTo(150 * MILLI);
        assertThat(limiter.tryAdmit(250 * MILLI)).isZero();
    }

    @ParameterizedTest
    @EnumSource(RateLimiterKind.class)
    void anyKind_halfARequestPerSecond_admitsOneEveryTwoSeconds(RateLimiterKind kind) {
        RateLimiter limiter = RateLimiter.of(kind, 0.5, false);

        assertThat(limiter.tryAdmit(0)).isZero();
        assertThat(limiter.tryAdmit(1900 * MILLI)).isEqualTo(100 * MILLI);
        assertThat(limiter.tryAdmit(2000 * MILLI)).isZero();
    }

    @ParameterizedTest
    @EnumSource(RateLimiterKind.class)
    void anyKind_twoAndAHalfPerSecond_approachesThatRate(RateLimiterKind kind) {
        RateLimiter limiter = RateLimiter.of(kind, 2.5, false);
        int admitted = 0;

        for (long millis = 0; millis < 100_000; millis++) {
            admitted += limiter.tryAdmit(millis * MILLI) == 0 ? 1 : 0;
        }

        assertThat(admitted).isBetween(249, 252);
    }

    @ParameterizedTest
    @EnumSource(RateLimiterKind.class)
    void anyKind_zeroOrLess_admitsEverything(RateLimiterKind kind) {
        RateLimiter limiter = RateLimiter.of(kind, 0, false);

        assertThat(limiter.tryAdmit(0)).isZero();
        assertThat(limiter.tryAdmit(0)).isZero();
        assertThat(RateLimiter.of(kind, -1, false).tryAdmit(0)).isZero();
    }

    @ParameterizedTest
    @EnumSource(value = RateLimiterKind.class, names = "FIXED_SECOND", mode = EnumSource.Mode.EXCLUDE)
    void tryAdmit_throttledRequestsCount_waitsAfterTheThrottledOne(RateLimiterKind kind) {
        RateLimiter limiter = RateLimiter.of(kind, 1, true);

        assertThat(limiter.tryAdmit(0)).isZero();
        assertThat(limiter.tryAdmit(600 * MILLI)).isPositive();
        assertThat(limiter.tryAdmit(1200 * MILLI)).isPositive();
        assertThat(limiter.tryAdmit(2200 * MILLI)).isZero();
    }
}
