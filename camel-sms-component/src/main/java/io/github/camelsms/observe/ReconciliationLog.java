package io.github.camelsms.observe;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.github.camelsms.engine.stored.ReconciliationListener;
import io.github.camelsms.logging.RepeatedLine;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Count;
import io.github.camelsms.observe.ReconciliationMonitor.Result;
import io.github.camelsms.store.SmsStoredMessage;
import org.slf4j.event.Level;

/**
 * Listener that counts and logs the reconciliation of an account's messages of unknown outcome. Thread-safe.
 */
public final class ReconciliationLog extends SettlementLog implements ReconciliationListener {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;

    private final ReconciliationMonitor monitor;
    private final RepeatedLine failures;
    private final RepeatedLine backlog;

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    public ReconciliationLog(String account, ReconciliationMonitor monitor, LongSupplier nanos) {
        super(account);
        this.monitor = monitor;
        this.failures = new RepeatedLine(LOG, nanos);
        this.backlog = new RepeatedLine(LOG, nanos);
    }

    @Override
    public void settled(List<SmsStoredMessage> messages) {
        monitor.add(Result.SETTLED, messages.size());
        log(messages,
                ids -> LOG.info("SMS account {}: the service knows {} of unknown outcome, now ACCEPTED: {}", account,
                        Count.of(messages.size(), "message"), ids));
    }

    /** Logs each line, because each has its own ids. */
    @Override
    public void parked(List<SmsStoredMessage> messages) {
        monitor.add(Result.PARKED, messages.size());
        log(messages, ids -> LOG.warn(
                "SMS account {}: {} PARKED, because the service has no record and has probably received nothing. Resend with sms:messages and operation=resend, or settle with operation=settle: {}",
                account, are(messages.size()), ids));
    }

    @Override
    public void resent(List<SmsStoredMessage> messages) {
        monitor.add(Result.RESENT, messages.size());
        log(messages, ids -> LOG.info(
                "SMS account {}: {} sent again, because the service has no record and whenNotFound is resend: {}",
                account, are(messages.size()), ids));
    }

    @Override
    public void expired(List<SmsStoredMessage> messages) {
        monitor.add(Result.EXPIRED, messages.size());
        log(messages, ids -> LOG.info(
                "SMS account {}: {} NOT_SENT, because the service has no record and the time to live has ended: {}",
                account, are(messages.size()), ids));
    }

    /** Logs how long the lookups take. Counts them at most once a minute, and no lookup waits for the count. */
    @Override
    public void hasBacklog(Duration interval, Supplier<CompletionStage<Long>> unknown) {
        if (backlog.isDue()) {
            // Calls of the reconciliation show that the store fails.
            unknown.get().thenAccept(messages -> backlog(messages, interval));
        }
    }

    private void backlog(long messages, Duration interval) {
        long minutes = Math.max(1, interval.multipliedBy(messages).plusSeconds(59).toMinutes());
        backlog.log(
                Level.INFO,
                "SMS account {}: {} looked up by date, one every {} ms; this takes about {} min. No action is needed",
                account, are(messages),
                interval.toMillis(), minutes);
    }

    @Override
    public void throttled(Duration delay) {
        LOG.debug("SMS account {}: the service throttled a lookup by date; the next one is in {} s", account,
                delay.toSeconds());
    }

    @Override
    public void failed(String reason, Duration delay) {
        failures.log(
                Level.WARN,
                "SMS account {}: messages of unknown outcome could not be looked up: {}. They stay UNKNOWN and are not sent again; the next attempt is in {} s. If this lasts, check the service, the network, the credentials and the message store",
                account, reason, delay.toSeconds());
    }

    /** Logs the end of the failures, if the log shows that there were any. */
    @Override
    public void succeeded() {
        failures.ended(
                Level.WARN, "SMS account {}: messages of unknown outcome are looked up again; no action is needed", account);
    }
}
