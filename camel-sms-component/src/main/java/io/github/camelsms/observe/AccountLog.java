package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.github.camelsms.dispatch.DispatchListener;
import io.github.camelsms.logging.RepeatedLine;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Writes an account's log: a warning with its remedy when something needs a person, once a minute if it comes again and
 * again, and a line of detail per request. Thread-safe.
 */
public final class AccountLog implements DispatchListener {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;
    private static final int IDS_IN_ONE_LINE = 200;

    private final String account;
    private final RepeatedLine throttled;
    private final RepeatedLine unreachable;
    private final RepeatedLine halted;
    private final RepeatedLine unanswered;
    private final RepeatedLine internalErrors;
    /** Whether the trouble that there is was shown as a warning. */
    private volatile boolean warned;

    /**
     * @param nanos a time that only grows, in nanoseconds
     */
    public AccountLog(String account, LongSupplier nanos) {
        this.account = account;
        this.throttled = new RepeatedLine(LOG, nanos);
        this.unreachable = new RepeatedLine(LOG, nanos);
        this.halted = new RepeatedLine(LOG, nanos);
        this.unanswered = new RepeatedLine(LOG, nanos);
        this.internalErrors = new RepeatedLine(LOG, nanos);
    }

    @Override
    public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
        if (LOG.isDebugEnabled()) {
            LOG.debug("SMS account {}: request of {} messages: {} after {} ms: {}", account, messages,
                    RequestResult.of(response), Duration.ofNanos(roundTripNanos).toMillis(), detail(response));
        }
    }

    @Override
    public void throttled(String reason, long pauseNanos) {
        throttled.log(
                Level.INFO, "SMS account {}: the service asks to slow down ({}); nothing is sent for {} ms", account, reason,
                Duration.ofNanos(pauseNanos).toMillis());
    }

    @Override
    public void unreachable(String reason, int attempts, long delayNanos) {
        if (attempts > 1 && warned) {
            LOG.debug("SMS account {}: attempt {} failed: {}", account, attempts, reason);
        } else {
            warned |= unreachable.log(
                    Level.WARN,
                    "SMS account {}: cannot be reached: {}. Messages wait; next attempt in {} ms. Check address, network, TLS and proxy",
                    account, reason, Duration.ofNanos(delayNanos).toMillis());
        }
    }

    @Override
    public void halted(int code, String reason, long probeDelayNanos) {
        warned |= halted.log(
                Level.WARN,
                "SMS account {}: halted: {}. Check username and password; messages come back NOT_SENT, and one request every {} s tries again",
                account, reason, Duration.ofNanos(probeDelayNanos).toSeconds());
    }

    @Override
    public void unanswered(String reason, int requests, long delayNanos) {
        warned |= unanswered.log(
                Level.WARN,
                "SMS account {}: {} requests in a row had no usable response: {}. Messages wait; in {} s one message tries again. Ask the provider",
                account, requests, reason, Duration.ofNanos(delayNanos).toSeconds());
    }

    /** At the level of the trouble that is over, so that whoever heard of that hears of its end. */
    @Override
    public void recovered() {
        if (warned) {
            LOG.warn("SMS account {}: sending again; nothing needs to be done", account);
        } else {
            LOG.debug("SMS account {}: sending again", account);
        }
        warned = false;
    }

    /** Every line, however many: the ids are in no other one. The messages are those of one request. */
    @Override
    public void unknown(List<SmsSendResult> results) {
        Instant sentAt = results.get(0).sentAt();
        LOG.warn(
                "SMS account {}: {} messages may or may not have been sent at {} ({}). They are not sent again; look them up by date: {}",
                account, results.size(), sentAt == null ? "an unknown time" : sentAt.truncatedTo(ChronoUnit.MILLIS),
                results.get(0).reason(),
                results.stream().limit(IDS_IN_ONE_LINE).map(result -> String.valueOf(result.correlationId()))
                        .collect(Collectors.joining(", ")));
    }

    @Override
    public void internalError(Throwable error) {
        internalErrors.log(
                Level.ERROR, error, "SMS account {}: an internal error; no message is lost by it. Report it with what follows",
                account);
    }

    private static @Nullable String detail(SendResponse response) {
        if (response instanceof SendResponse.Answered answered) {
            return answered.count(SmsOutcome.ACCEPTED) + " accepted, " + answered.count(SmsOutcome.REJECTED) + " rejected, "
                   + answered.count(SmsOutcome.NOT_SENT) + " not sent, " + answered.count(SmsOutcome.UNKNOWN) + " unknown";
        }
        return response.reason();
    }
}
