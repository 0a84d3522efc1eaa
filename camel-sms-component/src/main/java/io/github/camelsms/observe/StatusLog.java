package io.github.camelsms.observe;

import java.util.Collection;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.github.camelsms.logging.RepeatedLine;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Log of an account's polling, with a remedy in each warning. Thread-safe.
 */
public final class StatusLog {

    private static final SafeLogger LOG = SafeLogger.STATUSES;
    private static final int MAX_IDS = 100;

    private final RepeatedLine failedExchanges;
    private final RepeatedLine notUnderstood;

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    public StatusLog(LongSupplier nanos) {
        this.failedExchanges = new RepeatedLine(LOG, nanos);
        this.notUnderstood = new RepeatedLine(LOG, nanos);
    }

    public void read(String account, int statuses) {
        LOG.debug("SMS account {}: {} statuses were read", account, statuses);
    }

    public void readAgain(String account) {
        LOG.warn("SMS account {}: polls for statuses succeed again; no action is needed", account);
    }

    /**
     * @param failure null if the exchange was rolled back
     */
    public void exchangeFailed(String account, SmsStatus status, @Nullable Throwable failure) {
        failedExchanges.log(
                Level.WARN,
                "SMS account {}: the exchange for the status of message {} failed: {}. The status is offered again on the next poll. Correct the route",
                account, status.correlationId(), failure == null ? "rolled back" : Masked.numbersIn(failure.toString()));
    }

    public void notUnderstood(String account, KeptResponse response) {
        notUnderstood.log(
                Level.WARN,
                "SMS account {}: a response to a poll was not understood and is kept as number {}: {}. It may hold statuses. Read it with readKeptResponse, and check baseUrl and any proxy or gateway in between",
                account, response.number(), response.reason());
    }

    public void stoppedWith(String account, Collection<SmsStatus> held) {
        LOG.warn(
                "SMS account {}: {} statuses were read but their exchanges failed. They are offered again if this route restarts, and can be queried by date: {}",
                account, held.size(),
                held.stream().limit(MAX_IDS).map(status -> String.valueOf(status.correlationId()))
                        .collect(Collectors.joining(", ")));
    }
}
