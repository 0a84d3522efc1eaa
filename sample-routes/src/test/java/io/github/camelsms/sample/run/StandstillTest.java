package io.github.camelsms.sample.run;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StandstillTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Standstill standstill = new Standstill(Duration.ofSeconds(45));

    @Test
    void isReached_firstCountLongAfterTheStart_isFalse() {
        assertThat(standstill.isReached(0, START.plusSeconds(600))).isFalse();
    }

    @Test
    void isReached_countUnchanged_isTrueFromTheLimitOn() {
        standstill.isReached(7, START);

        assertThat(standstill.isReached(7, START.plusSeconds(44))).isFalse();
        assertThat(standstill.isReached(7, START.plusSeconds(45))).isTrue();
    }

    @Test
    void isReached_countGrowsSlowly_isFalse() {
        for (int i = 0; i < 100; i++) {
            assertThat(standstill.isReached(i, START.plusSeconds(44L * i))).isFalse();
        }
    }
}
