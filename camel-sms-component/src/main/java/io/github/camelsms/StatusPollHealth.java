package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;

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
    private static final int MAX_DELAYS = 10;
    private static final Duration MIN_BOUND = Duration.ofMinutes(5);

    private final SmsStatusConsumer consumer;

    StatusPollHealth(SmsStatusConsumer consumer) {
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
        String complaint = polls.getState() == State.UP ? tooOld() : failure;
        if (complaint == null) {
            return polls;
        }
        // Spring Boot's health shows details and no message.
        HealthCheckResultBuilder result = HealthCheckResultBuilder.on(this).details(polls.getDetails())
                .detail("sms.reason", complaint).message(complaint).down();
        return (error == null ? result : result.error(error)).build();
    }

    private @Nullable String tooOld() {
        SmsConfiguration options = consumer.getEndpoint().getConfiguration();
        boolean timesAreKnown = consumer.getScheduler() instanceof DefaultScheduledPollConsumerScheduler;
        Duration bound = options.getHealthMaxPollAge() == 0 && !timesAreKnown
                ? null : bound(options.getHealthMaxPollAge(), consumer.getDelay(), consumer.getTimeUnit());
        Instant since = consumer.lastPollOrStart();
        return bound == null || since == null ? null : tooOld(Duration.between(since, consumer.now()), bound);
    }

    /** What is wrong with the age of the last successful poll; null up to the bound itself. */
    static @Nullable String tooOld(Duration age, Duration bound) {
        return age.compareTo(bound) <= 0
                ? null
                : "SMS statuses: no poll has succeeded for " + age.toSeconds() + " s, longer than healthMaxPollAge ("
                  + bound.toSeconds() + " s); see whether the route and its scheduler run";
    }

    /**
     * How long polls may go without success.
     *
     * @param maxPollAge the option, in milliseconds; 0 stands for ten delays, but at least 5 minutes
     */
    static Duration bound(long maxPollAge, long delay, TimeUnit unit) {
        if (maxPollAge > 0) {
            return Duration.ofMillis(maxPollAge);
        }
        Duration delays = Duration.of(delay, unit.toChronoUnit()).multipliedBy(MAX_DELAYS);
        return delays.compareTo(MIN_BOUND) < 0 ? MIN_BOUND : delays;
    }

    /** When the age of the last poll begins: a poll before the start belongs to an earlier run of the route. */
    static Instant later(Instant start, @Nullable Instant lastPoll) {
        return lastPoll == null || lastPoll.isBefore(start) ? start : lastPoll;
    }
}
