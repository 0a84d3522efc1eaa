package io.github.camelsms.observe;

import java.time.Duration;
import java.util.function.LongSupplier;

import io.github.camelsms.logging.RepeatedLine;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Count;
import org.slf4j.event.Level;

/**
 * Log of a consumer's exchanges in progress, with a remedy in each warning. Thread-safe.
 */
public final class ExchangeLog {

    private final String noun;
    private final RepeatedLine tooMany;
    private final RepeatedLine notEnded;

    private ExchangeLog(SafeLogger logger, String noun, LongSupplier nanos) {
        this.noun = noun;
        this.tooMany = new RepeatedLine(logger, nanos);
        this.notEnded = new RepeatedLine(logger, nanos);
    }

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    public static ExchangeLog ofStatuses(LongSupplier nanos) {
        return new ExchangeLog(SafeLogger.STATUSES, "status", nanos);
    }

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    public static ExchangeLog ofResults(LongSupplier nanos) {
        return new ExchangeLog(SafeLogger.RESULTS, "outcome", nanos);
    }

    /** Logs that no exchanges start until others end. */
    public void tooManyInProgress(String account, int deliveries) {
        tooMany.log(
                Level.WARN,
                "SMS account {}: the exchanges of {} have not ended, and no others start until they do. Check the queues, threads and asynchronous components to which the route hands them over",
                account, Count.of(deliveries, noun));
    }

    /** Logs that exchanges count as failed, because they have not ended. */
    public void notEnded(String account, int deliveries, Duration time) {
        notEnded.log(
                Level.WARN,
                "SMS account {}: the exchanges of {} have not ended within {} minutes after the route has handed them over to a queue, another thread or an asynchronous component. They may be lost, and are redelivered. Check these parts of the route",
                account, Count.of(deliveries, noun), time.toMinutes());
    }
}
