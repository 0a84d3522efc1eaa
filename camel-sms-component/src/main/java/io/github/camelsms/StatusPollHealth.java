package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.support.ScheduledPollConsumerHealthCheck;

/**
 * Readiness of a status consumer: down while polls fail, as with each of Camel's polling consumers, and also when none
 * has succeeded for too long, because a scheduler may have stopped.
 */
final class StatusPollHealth extends ScheduledPollConsumerHealthCheck {

    private final SmsStatusConsumer consumer;

    StatusPollHealth(SmsStatusConsumer consumer) {
        super(consumer, "consumer:" + consumer.getRouteId());
        this.consumer = consumer;
    }

    @Override
    public Result call(Map<String, Object> options) {
        Result polls = super.call(options);
        Duration bound = consumer.maxPollAge();
        Instant since = consumer.lastPollOrStart();
        boolean isUp = polls.getState() == State.UP && isEnabled();
        if (!isUp || bound == null || since == null) {
            return polls;
        }
        Duration age = Duration.between(since, consumer.now());
        if (age.compareTo(bound) <= 0) {
            return polls;
        }
        return HealthCheckResultBuilder.on(this).details(polls.getDetails()).message(
                "SMS statuses: no poll has succeeded for " + age.toSeconds() + " s, longer than healthMaxPollAge ("
                                                                                     + bound.toSeconds()
                                                                                     + " s); see whether the route and its scheduler run")
                .down().build();
    }
}
