package io.github.camelsms.account;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that times of several clocks are comparable.
 */
class SystemClockTest {

    @Test
    void nanos_clockCreatedLater_isNotEarlier() {
        ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor();
        try {
            SystemClock first = new SystemClock(alarms);
            SystemClock second = new SystemClock(alarms);
            long before = first.nanos();
            assertThat(second.nanos()).isGreaterThanOrEqualTo(before);
        } finally {
            alarms.shutdownNow();
        }
    }
}
