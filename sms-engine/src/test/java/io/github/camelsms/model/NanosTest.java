package io.github.camelsms.model;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NanosTest {

    @Test
    void of_negative_returnsZero() {
        assertThat(Nanos.of(Duration.ofNanos(-1))).isZero();
    }

    @Test
    void of_longerThanTenYears_returnsTenYears() {
        long longest = Duration.ofDays(3650).toNanos();
        assertThat(Nanos.of(Duration.ofDays(3650).plusNanos(1))).isEqualTo(longest);
        assertThat(Nanos.of(Duration.ofDays(3650).minusNanos(1))).isEqualTo(longest - 1);
        assertThat(Nanos.of(Duration.ofDays(1_000_000))).isEqualTo(longest);
    }
}
