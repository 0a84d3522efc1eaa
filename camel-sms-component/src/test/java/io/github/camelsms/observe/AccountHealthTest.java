package io.github.camelsms.observe;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.apache.camel.CamelContext;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the health of an account whose requests are all throttled; {@code HealthTest} has the other states.
 */
class AccountHealthTest {

    private final ObservedAccountFake account = new ObservedAccountFake();

    @ParameterizedTest
    @CsvSource({ "30, UP", "180, UP", "181, DOWN" })
    void health_allRequestsThrottled_isDownAfterThreeMinutes(int seconds, HealthCheck.State state) throws Exception {
        HealthCheck.Result result = throttledFor(seconds);

        assertThat(result.getState()).isEqualTo(state);
        assertThat(result.getDetails()).containsEntry("sms.sending", "THROTTLED")
                .containsEntry("sms.throttled.millis", seconds * 1_000L);
        assertThat(result.getDetails().get("sms.warning")).asString().contains("another sender");
    }

    @Test
    void health_throttledForAWhile_isUpWithoutAWarning() throws Exception {
        HealthCheck.Result result = throttledFor(29);

        assertThat(result.getState()).isEqualTo(HealthCheck.State.UP);
        assertThat(result.getDetails()).containsEntry("sms.sending", "RUNNING").doesNotContainKey("sms.warning");
    }

    private HealthCheck.Result throttledFor(int seconds) throws Exception {
        account.monitor.throttled("429", 1);
        account.nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
        account.sending = SendFiguresTest.waiting().throttled(account.monitor.throttledFor());
        try (CamelContext context = new DefaultCamelContext()) {
            return new AccountHealth(account, context).call();
        }
    }
}
