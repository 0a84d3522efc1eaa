package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.support.DefaultScheduledPollConsumerScheduler;
import org.apache.camel.support.ScheduledPollConsumerHealthCheck;

/**
 * Readiness of a status consumer: down while polls fail, as with each of Camel's polling consumers, and also when none
 * has succeeded for too long, because a scheduler may have stopped.
 */
final class StatusPollHealth extends ScheduledPollConsumerHealthCheck {

    /** So many delays may pass without a poll that succeeds. */
    private static final int DELAYS = 10;
    private static final Duration SHORTEST = Duration.ofMinutes(5);

    private final SmsStatusConsumer consumer;

    StatusPollHealth(SmsStatusConsumer consumer) {
        super(consumer, "consumer:" + consumer.getRouteId());
        this.consumer = consumer;
    }

    @Override
    public Result call(Map<String, Object> options) {
        Result polls = super.call(options);
        Duration bound = maxPollAge();
        Instant since = consumer.lastPollOrStart();
        boolean isUp = polls.getState() == State.UP && isEnabled();
        if (!isUp || bound == null || since == null) {
            return polls;
        }
        Duration age = Duration.between(since, consumer.now());
        if (age.compareTo(bound) <= 0) {
            return polls;
        }
        String complaint = "SMS statuses: no poll has succeeded for " + age.toSeconds()
                           + " s, longer than healthMaxPollAge (" + bound.toSeconds()
                           + " s); see whether the route and its scheduler run";
        // Spring Boot's health shows details and no message.
        return HealthCheckResultBuilder.on(this).details(polls.getDetails()).detail("sms.reason", complaint)
                .message(complaint).down().build();
    }

    /** How long polls may go without success, or null if nobody knows how often they come. */
    private @Nullable Duration maxPollAge() {
        long given = consumer.getEndpoint().getConfiguration().getHealthMaxPollAge();
        if (given > 0) {
            return Duration.ofMillis(given);
        }
        if (!(consumer.getScheduler() instanceof DefaultScheduledPollConsumerScheduler)) {
            return null;
        }
        Duration delays = Duration.of(consumer.getDelay(), consumer.getTimeUnit().toChronoUnit()).multipliedBy(DELAYS);
        return delays.compareTo(SHORTEST) < 0 ? SHORTEST : delays;
    }
}
