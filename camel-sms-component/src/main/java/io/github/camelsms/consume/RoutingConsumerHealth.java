package io.github.camelsms.consume;

import java.time.Duration;
import java.util.Map;

import io.github.camelsms.SmsQueryException;
import org.jspecify.annotations.Nullable;

import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.support.ScheduledPollConsumerHealthCheck;

/**
 * Readiness check of a consumer. It is down while polls fail, as for all of Camel's polling consumers, and also when
 * all exchanges have failed in their route for a minute.
 */
public class RoutingConsumerHealth extends ScheduledPollConsumerHealthCheck {

    private static final Duration MAX_FAILING = Duration.ofMinutes(1);

    private final RoutingConsumer consumer;

    protected RoutingConsumerHealth(RoutingConsumer consumer) {
        super(consumer, "consumer:" + consumer.getRouteId());
        this.consumer = consumer;
    }

    @Override
    public Result call(Map<String, Object> options) {
        Result polls = super.call(options);
        if (!isEnabled()) {
            return polls;
        }
        Throwable error = polls.getError().orElse(null);
        String failure = error instanceof SmsQueryException ? error.getMessage() : null;
        String complaint = polls.getState() == State.UP ? complaint() : failure;
        if (complaint == null) {
            return polls;
        }
        // Spring Boot's health shows only the details.
        HealthCheckResultBuilder result = HealthCheckResultBuilder.on(this).details(polls.getDetails())
                .detail("sms.reason", complaint).message(complaint).down();
        return (error == null ? result : result.error(error)).build();
    }

    /** Returns why the consumer is down although its last poll has succeeded, or null. */
    @Nullable
    protected String complaint() {
        Duration failing = consumer.failingFor();
        return failing.compareTo(MAX_FAILING) < 0
                ? null
                : "All exchanges of this consumer have failed in their route for " + failing.toSeconds()
                  + " s. They are redelivered; the log has the reason";
    }
}
