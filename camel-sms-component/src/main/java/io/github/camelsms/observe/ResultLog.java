package io.github.camelsms.observe;

import java.util.function.LongSupplier;

import io.github.camelsms.logging.RepeatedLine;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SafeText;
import org.slf4j.event.Level;

/**
 * Log of an account's consumption of outcomes, with a remedy in each warning. Thread-safe.
 */
public final class ResultLog {

    private static final SafeLogger LOG = SafeLogger.RESULTS;

    private final RepeatedLine failedExchanges;
    private final RepeatedLine failedPolls;

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    public ResultLog(LongSupplier nanos) {
        this.failedExchanges = new RepeatedLine(LOG, nanos);
        this.failedPolls = new RepeatedLine(LOG, nanos);
    }

    /**
     * @param correlationId correlation id of the first message
     * @param outcomes      number of outcomes in the exchange
     * @param remedy        what to do
     */
    public void exchangeFailed(String account, String correlationId, int outcomes, String failure, String remedy) {
        failedExchanges.log(
                Level.WARN,
                "SMS account {}: the exchange for the outcome of message {} ({}) failed: {}. It is redelivered after 1 s, and later after up to 1 minute. {}",
                account, correlationId, Count.of(outcomes, "outcome"), failure, remedy);
    }

    public void exchangesSucceedAgain(String account) {
        failedExchanges.ended(
                Level.WARN, "SMS account {}: exchanges for outcomes succeed again; those that failed are redelivered", account);
    }

    public void pollFailed(String account, Throwable failure) {
        failedPolls.log(
                Level.WARN,
                "SMS account {}: a poll for outcomes of stored messages failed: {}. Outcomes that were not acknowledged stay in the message store and are delivered later. Check the database of the message store",
                account, Masked.numbersIn(SafeText.message(failure)));
    }

    /** Logs that outcomes are kept, because no route consumes them. */
    public static void notConsumed(String account) {
        LOG.warn(
                "SMS account {}: the outcomes of stored messages are kept in the message store until they are consumed, and no route of this application consumes sms:results of this account. Add one, or set offerResults=false on sms:send if nothing needs the outcomes. If another application consumes them, no action is needed",
                account);
    }

    public void pollsSucceedAgain(String account) {
        failedPolls.ended(
                Level.WARN, "SMS account {}: polls for outcomes of stored messages succeed again; no action is needed",
                account);
    }
}
