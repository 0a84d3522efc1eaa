package io.github.camelsms.status;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class StatusPollHealthTest {

    private static final Duration SINCE_START = Duration.ofMinutes(1);

    @ParameterizedTest
    @CsvSource({
            "0,5000,300000", "0,29999,300000", "0,30000,300000", "0,30001,300010", "0,0,300000", "1,5000,1",
            "299999,5000,299999" })
    void bound_optionOrTenDelays_isAtLeastFiveMinutes(long option, long delay, long millis) {
        assertThat(StatusPollHealth.bound(option, delay, TimeUnit.MILLISECONDS)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void bound_delayInAnotherUnit_isConverted() {
        assertThat(StatusPollHealth.bound(0, 2, TimeUnit.MINUTES)).isEqualTo(Duration.ofMinutes(20));
    }

    @Test
    void tooOld_age_returnsAComplaintAboveTheLimitOnly() {
        Duration bound = Duration.ofMinutes(5);
        assertThat(StatusPollHealth.tooOld(bound.minusNanos(1), bound)).isNull();
        assertThat(StatusPollHealth.tooOld(bound, bound)).isNull();
        assertThat(StatusPollHealth.tooOld(bound.plusNanos(1), bound))
                .contains("no poll has succeeded for 300 s", "healthMaxPollAge (300 s)");
    }

    @Test
    void shorter_pollBeforeTheStart_isIgnored() {
        assertThat(StatusPollHealth.shorter(SINCE_START, null)).isEqualTo(SINCE_START);
        assertThat(StatusPollHealth.shorter(SINCE_START, SINCE_START.plusNanos(1))).isEqualTo(SINCE_START);
        assertThat(StatusPollHealth.shorter(SINCE_START, SINCE_START)).isEqualTo(SINCE_START);
        assertThat(StatusPollHealth.shorter(SINCE_START, SINCE_START.minusNanos(1))).isEqualTo(SINCE_START.minusNanos(1));
    }
}
