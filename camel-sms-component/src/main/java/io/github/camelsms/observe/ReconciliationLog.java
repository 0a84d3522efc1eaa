package io.github.camelsms.observe;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.github.camelsms.logging.RepeatedLine;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Count;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Log of the reconciliation of an account's messages of unknown outcome. Thread-safe.
 */
public final class ReconciliationLog {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;

    private final String account;
    private final RepeatedLine failures;
    private final RepeatedLine backlog;

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    public ReconciliationLog(String account, LongSupplier nanos) {
        this.account = account;
        this.failures = new RepeatedLine(LOG, nanos);
        this.backlog = new RepeatedLine(LOG, nanos);
    }

    /** Logs messages that the service knows. */
    public void settled(List<SmsStoredMessage> messages) {
        log(messages,
                ids -> LOG.info("SMS account {}: the service knows {} of unknown outcome, now ACCEPTED: {}", account,
                        Count.of(messages.size(), "message"), ids));
    }

    /** Logs messages that were parked for an operator. Each line is logged, because each has its own ids. */
    public void parked(List<SmsStoredMessage> messages) {
        log(messages, ids -> LOG.warn(
                "SMS account {}: {} PARKED, because the service has no record and has probably received nothing. Resend with sms:messages and operation=resend, or settle with operation=settle: {}",
                account, are(messages), ids));
    }

    /** Logs messages that were parked because of a delivery that can be of another request with their id. */
    public static void inDoubt(String account, List<SmsStoredMessage> messages) {
        log(account, messages, ids -> LOG.warn(
                "SMS account {}: {} PARKED, because the service reports a delivery with this id whose date fits an earlier request better. Find out whether it has arrived, then resend with sms:messages and operation=resend, or settle with operation=settle: {}",
                account, are(messages), ids));
    }

    /**
     * Logs messages that a response rejects and a delivery status reports as sent, whichever came first.
     *
     * @param code   code of the rejection of the first message, or null
     * @param reason reason of the rejection of the first message, or null
     */
    public static void contradicted(
            String account, @Nullable Integer code, @Nullable String reason, List<SmsStoredMessage> messages) {
        log(account, messages, ids -> LOG.warn(
                "SMS account {}: the service contradicts itself about {}: its response rejects them (code {}: {}), and its delivery status is {}. They were probably sent, and stay {}. Do not send them again; ask the provider: {}",
                account, Count.of(messages.size(), "message"), code, reason,
                distinct(messages, SmsStoredMessage::deliveryStatus),
                distinct(messages, SmsStoredMessage::state), ids));
    }

    private static String distinct(List<SmsStoredMessage> messages, Function<SmsStoredMessage, @Nullable Object> field) {
        return messages.stream().map(field).distinct().map(String::valueOf).collect(Collectors.joining(" or "));
    }

    /** Logs messages that are resent. */
    public void resent(List<SmsStoredMessage> messages) {
        log(messages, ids -> LOG.info(
                "SMS account {}: {} sent again, because the service has no record and whenNotFound is resend: {}",
                account, are(messages), ids));
    }

    /** Logs messages that would be resent, but have expired. */
    public void expired(List<SmsStoredMessage> messages) {
        log(messages, ids -> LOG.info(
                "SMS account {}: {} NOT_SENT, because the service has no record and the time to live has ended: {}",
                account, are(messages), ids));
    }

    /** Returns whether {@link #backlog} has not been logged for a minute. */
    public boolean isBacklogDue() {
        return backlog.isDue();
    }

    /**
     * Logs how long the lookups take.
     *
     * @param messages messages of unknown outcome
     * @param interval the interval between two queries
     */
    public void backlog(long messages, Duration interval) {
        long minutes = Math.max(1, interval.multipliedBy(messages).plusSeconds(59).toMinutes());
        backlog.log(
                Level.INFO,
                "SMS account {}: {} looked up by date, one every {} ms; this takes about {} min. No action is needed",
                account, Count.of(messages, "message of unknown outcome is", "messages of unknown outcome are"),
                interval.toMillis(), minutes);
    }

    /** Logs that a lookup was throttled. */
    public void throttled(Duration delay) {
        LOG.debug("SMS account {}: the service throttled a lookup by date; the next one is in {} s", account,
                delay.toSeconds());
    }

    /** Logs that a lookup, or its access to the message store, failed. */
    public void failed(String reason, Duration delay) {
        failures.log(
                Level.WARN,
                "SMS account {}: messages of unknown outcome could not be looked up: {}. They stay UNKNOWN and are not sent again; the next attempt is in {} s. If this lasts, check the service, the network, the credentials and the message store",
                account, reason, delay.toSeconds());
    }

    /** Logs that a lookup succeeded, if the log shows that earlier ones failed. */
    public void succeeded() {
        failures.ended(
                Level.WARN, "SMS account {}: messages of unknown outcome are looked up again; no action is needed", account);
    }

    private static String are(List<SmsStoredMessage> messages) {
        return Count.of(messages.size(), "message of unknown outcome is", "messages of unknown outcome are");
    }

    private void log(List<SmsStoredMessage> messages, Consumer<LoggedIds> line) {
        log(account, messages, line);
    }

    private static void log(String account, List<SmsStoredMessage> messages, Consumer<LoggedIds> line) {
        if (!messages.isEmpty()) {
            LoggedIds ids = LoggedIds.of(messages.stream().map(SmsStoredMessage::correlationId).toList());
            line.accept(ids);
            ids.logAll(account);
        }
    }
}
