package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import io.github.camelsms.engine.EngineListener;
import io.github.camelsms.engine.SendVerdict;
import io.github.camelsms.logging.RepeatedLine;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.Remedy;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Listener that writes an account's log: warnings with their remedies, at most once a minute each, and a debug line for
 * each request. Thread-safe.
 */
public final class AccountLog implements EngineListener {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;

    private final String account;
    private final RepeatedLine throttled;
    private final RepeatedLine allThrottled;
    private final Outage throttling;
    private final RepeatedLine unreachable;
    private final RepeatedLine halted;
    private final RepeatedLine rejectedForSize;
    private final RepeatedLine notUnderstood;
    private final RepeatedLine circuitOpened;
    private final RepeatedLine storeFailures;
    private final RepeatedLine policyFailures;
    private final RepeatedLine internalErrors;
    private final RepeatedLine lookedUp;
    private final BooleanSupplier isLookedUp;
    /** Whether the current problem was logged as a warning. */
    private volatile boolean hasWarned;

    /**
     * @param nanos      a monotonic clock, in nanoseconds
     * @param isLookedUp whether the message store looks up messages of unknown outcome
     */
    public AccountLog(String account, LongSupplier nanos, BooleanSupplier isLookedUp) {
        this.account = account;
        this.isLookedUp = isLookedUp;
        this.lookedUp = new RepeatedLine(LOG, nanos);
        this.throttled = new RepeatedLine(LOG, nanos);
        this.allThrottled = new RepeatedLine(LOG, nanos);
        this.throttling = new Outage(nanos);
        this.unreachable = new RepeatedLine(LOG, nanos);
        this.halted = new RepeatedLine(LOG, nanos);
        this.rejectedForSize = new RepeatedLine(LOG, nanos);
        this.notUnderstood = new RepeatedLine(LOG, nanos);
        this.circuitOpened = new RepeatedLine(LOG, nanos);
        this.storeFailures = new RepeatedLine(LOG, nanos);
        this.policyFailures = new RepeatedLine(LOG, nanos);
        this.internalErrors = new RepeatedLine(LOG, nanos);
    }

    @Override
    public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
        if (AccountMonitor.isServed(response)) {
            throttling.succeeded();
            allThrottled.ended(
                    Level.WARN, "SMS account {}: the service no longer throttles all requests; no action is needed", account);
        }
        if (LOG.isDebugEnabled()) {
            LOG.debug("SMS account {}: request of {}: {} after {} ms: {}", account, Count.of(messages, "message"),
                    RequestResult.of(response), Duration.ofNanos(roundTripNanos).toMillis(), detail(response));
        }
    }

    @Override
    public void throttled(String reason, long backoffNanos) {
        throttling.failed();
        Duration backoff = Duration.ofNanos(backoffNanos);
        Duration time = throttling.time();
        if (time.plus(backoff).compareTo(SendFigures.LONG_BACKOFF) >= 0) {
            allThrottled.log(
                    Level.WARN,
                    "SMS account {}: the service has throttled all requests for {} s ({}). Messages wait; the next request is sent in {} s at the earliest. Another sender probably uses this account: stop it, or divide requestsPerSecond; otherwise compare requestsPerSecond with the contract",
                    account, time.toSeconds(), reason, backoff.toSeconds());
        } else {
            throttled.log(
                    Level.INFO,
                    "SMS account {}: the service throttled a request ({}). Messages wait; the next request is sent in {} ms at the earliest",
                    account, reason, backoff.toMillis());
        }
    }

    @Override
    public void unreachable(String reason, int attempts, long delayNanos) {
        hasWarned |= unreachable.log(
                Level.WARN,
                "SMS account {}: the service cannot be reached: {}. Messages wait; the next attempt is in {} ms. Check address, network, TLS and proxy",
                account, reason, Duration.ofNanos(delayNanos).toMillis());
    }

    @Override
    public void halted(int code, String reason, long probeDelayNanos) {
        hasWarned |= halted.log(
                Level.WARN,
                "SMS account {}: sending is halted: {}. Messages with completeOn=stored wait, all others are NOT_SENT; one probe is sent every {} s. Check username and password",
                account, reason, Duration.ofNanos(probeDelayNanos).toSeconds());
    }

    @Override
    public void rejectedForSize(String reason, int messages, int nextMessages) {
        rejectedForSize.log(
                Level.WARN,
                "SMS account {}: a request with {} messages was rejected: {}. They wait; the next request has at most {}, and later ones grow as far as they succeed. If only large requests are rejected, raise the body limit of firewall or proxy, or lower batchSize",
                account, messages, reason, nextMessages);
    }

    @Override
    public void notUnderstood(String reason, int messages) {
        notUnderstood.log(
                Level.WARN,
                "SMS account {}: the service rejected a request with {} as a whole: {}. They are NOT_SENT. Check baseUrl, or ask the provider",
                account, Count.of(messages, "message"), reason);
    }

    @Override
    public void circuitOpened(String reason, int requests, long delayNanos) {
        hasWarned |= circuitOpened.log(
                Level.WARN,
                "SMS account {}: {} requests in a row had no usable response: {}. Messages wait; in {} s a request with one message is sent as a probe. Check baseUrl, or ask the provider",
                account, requests, reason, Duration.ofNanos(delayNanos).toSeconds());
    }

    /** Logs at the same level as the problem, so that a log that shows the problem also shows its end. */
    @Override
    public void recovered() {
        if (hasWarned) {
            LOG.warn("SMS account {}: sending works again; no action is needed", account);
        } else {
            LOG.debug("SMS account {}: sending works again", account);
        }
        hasWarned = false;
    }

    /** Logs every line, because each has its own ids, unless the message store looks them up. */
    @Override
    public void unknown(List<SmsSendResult> results) {
        Instant sentAt = results.get(0).sentAt();
        Object time = sentAt == null ? "an unknown time" : sentAt.truncatedTo(ChronoUnit.MILLIS);
        LoggedIds ids = LoggedIds.of(results.stream().map(SmsSendResult::correlationId).toList());
        if (isLookedUp.getAsBoolean()) {
            lookedUp.log(
                    Level.WARN,
                    "SMS account {}: {} may or may not have been sent at {} ({}). The message store looks them up by date, and does not send them again meanwhile; no action is needed: {}",
                    account, Count.of(results.size(), "message"), time, results.get(0).reason(), ids);
        } else {
            LOG.warn(
                    "SMS account {}: {} may or may not have been sent at {} ({}). They are not sent again. Look up the outcome by date: {}",
                    account, Count.of(results.size(), "message"), time, results.get(0).reason(), ids);
        }
        ids.logAll(account);
    }

    @Override
    public void storeFailed(SmsStoreException failure) {
        storeFailures.log(
                Level.WARN,
                "SMS account {}: the message store fails: {}. New messages are not stored, which their callers are told; those in the store stay there. The calls are repeated. Check the database and the network to it",
                account, SafeText.message(failure));
    }

    @Override
    public void storeRecovered() {
        storeFailures.ended(Level.WARN, "SMS account {}: the message store works again; no action is needed", account);
    }

    @Override
    public void contradicted(List<SmsSendResult> response, List<SmsStoredMessage> messages) {
        SmsSendResult first = response.get(0);
        SettlementLog.contradicted(account, first.code(), first.reason(), messages);
    }

    @Override
    public void policyFailed(SendVerdict.Failed first, int messages) {
        policyFailures.log(
                Level.ERROR, first.cause(),
                "SMS account {}: {} not sent now, because {}. They wait, and the policies are asked again until their deliveryTimeout or time to live ends. Correct the policy, or what it depends on",
                account, Count.of(messages, "message is", "messages are"), first.reason());
    }

    @Override
    public void internalError(Throwable error) {
        internalErrors.log(
                Level.ERROR, error,
                "SMS account {}: an internal error occurred; no message is lost. {}",
                account, Remedy.ofInternalError(error));
    }

    private static @Nullable String detail(SendResponse response) {
        if (response instanceof SendResponse.Processed processed) {
            return processed.count(SmsOutcome.ACCEPTED) + " accepted, " + processed.count(SmsOutcome.REJECTED) + " rejected, "
                   + processed.count(SmsOutcome.NOT_SENT) + " not sent, " + processed.count(SmsOutcome.UNKNOWN) + " unknown";
        }
        return response.reason();
    }
}
