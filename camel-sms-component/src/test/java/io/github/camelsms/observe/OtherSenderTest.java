package io.github.camelsms.observe;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OtherSenderTest {

    private final AtomicLong nanos = new AtomicLong(-5);
    private final OtherSender other = new OtherSender(nanos::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void read_tenOfAHundredNotStored_isSuspectedOnce() {
        assertThat(other.read(91, 9)).isNull();
        assertThat(other.suspicion()).isNull();
        assertThat(other.read(9, 1)).isEqualTo("10 of 100 statuses belong to messages that the message store does not have");
        assertThat(other.read(10, 10)).as("begins once").isNull();
        assertThat(other.suspicion()).startsWith("20 of 110 ");
    }

    @Test
    void read_lessThanATenth_isNotSuspected() {
        assertThat(other.read(101, 10)).isNull();
        assertThat(other.suspicion()).isNull();
    }

    @Test
    void read_fewInEachPeriod_isNotSuspected() {
        for (int i = 0; i < 5; i++) {
            assertThat(other.read(9, 9)).isNull();
            pass(Duration.ofMinutes(10));
        }
    }

    @Test
    void suspicion_anHourWithoutThem_ends() {
        other.read(10, 10);
        pass(Duration.ofMinutes(59));
        other.read(10, 0);
        assertThat(other.suspicion()).isNotNull();
        pass(Duration.ofMinutes(1));
        assertThat(other.read(10, 0)).isNull();
        assertThat(other.suspicion()).isNull();
        assertThat(other.read(30, 10)).as("begins again").isNotNull();
    }
}
