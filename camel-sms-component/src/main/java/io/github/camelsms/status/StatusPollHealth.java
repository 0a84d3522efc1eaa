package io.github.camelsms.status;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.consume.RoutingConsumerHealth;
import org.jspecify.annotations.Nullable;

import org.apache.camel.support.DefaultScheduledPollConsumerScheduler;

/**
 * Readiness check of a status consumer. It is also down when no poll has succeeded for too long, because a scheduler
 * may have stopped.
 */
final class StatusPollHealth extends RoutingConsumerHealth {

    /** Number of delays that may pass without a successful poll. */
    private static final int MAX_DELAYS = 10;
    private static final Duration MIN_BOUND = Duration.ofMinutes(5);

    private final StatusPollConsumer consumer;

    StatusPollHealth(StatusPollConsumer consumer) {
        super(consumer);
        this.consumer = consumer;
    }

    @Override
    @Nullable
    protected String complaint() {
        String failing = super.complaint();
        return failing == null ? tooOld() : failing;
    }

    private @Nullable String tooOld() {
        boolean isSuspended
                = consumer.isSuspendingOrSuspended() || !consumer.isStartScheduler() && !consumer.isSchedulerStarted();
        // Polling ends after the repeat count.
        if (isSuspended || consumer.getRepeatCount() > 0) {
            return null;
        }
        SmsConfiguration options = consumer.options();
        boolean timesAreKnown = consumer.getScheduler() instanceof DefaultScheduledPollConsumerScheduler;
        Duration bound = options.getHealthMaxPollAge() == 0 && !timesAreKnown
                ? null : bound(
                        options.getHealthMaxPollAge(), consumer.getDelay() * Math.max(1L, consumer.getBackoffMultiplier()),
                        consumer.getTimeUnit());
        Duration age = consumer.timeSincePollOrStart();
        return bound == null || age == null ? null : tooOld(age, bound);
    }

    /** Returns an error if the last successful poll is older than the bound, otherwise null. */
    static @Nullable String tooOld(Duration age, Duration bound) {
        return age.compareTo(bound) <= 0
                ? null
                : "SMS statuses: no poll has succeeded for " + age.toSeconds() + " s, longer than healthMaxPollAge ("
                  + bound.toSeconds() + " s). Check whether the route and its scheduler run";
    }

    /**
     * Returns the maximum age of the last successful poll.
     *
     * @param maxPollAge the option, in milliseconds; 0 means ten delays, but at least 5 minutes
     * @param delay      the delay between two polls, multiplied by backoffMultiplier
     */
    static Duration bound(long maxPollAge, long delay, TimeUnit unit) {
        if (maxPollAge > 0) {
            return Duration.ofMillis(maxPollAge);
        }
        Duration delays = Duration.of(delay, unit.toChronoUnit()).multipliedBy(MAX_DELAYS);
        return delays.compareTo(MIN_BOUND) < 0 ? MIN_BOUND : delays;
    }

    /** Returns the shorter time, because a poll before the start belongs to a previous run of the route. */
    static Duration shorter(Duration sinceStart, @Nullable Duration sincePoll) {
        return sincePoll == null || sincePoll.compareTo(sinceStart) > 0 ? sinceStart : sincePoll;
    }
}
