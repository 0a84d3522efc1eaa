package io.github.camelsms.benchmarks.server;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServerOptionsTest {

    @Test
    void parse_noLimiter_isUnlimited() {
        assertThat(ServerOptions.parse("--limiter none").isUnlimited()).isTrue();
    }

    @Test
    void parse_allOptions_returnsThem() {
        ServerOptions options = ServerOptions
                .parse("--track-ids --there 10-30 --back 0-1 --limiter sliding --seed 7 --accounts");

        assertThat(options).isEqualTo(
                new ServerOptions(
                        LimiterKind.sliding, new DelayRange(10_000_000, 30_000_000), new DelayRange(0, 1_000_000), 7, true,
                        true));
        assertThat(options.isUnlimited()).isFalse();
    }
}
