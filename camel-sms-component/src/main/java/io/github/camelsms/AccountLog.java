package io.github.camelsms;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.github.camelsms.dispatch.DispatchListener;
import io.github.camelsms.model.SendAnswer;
import io.github.camelsms.model.SmsSendResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes an account's log: a warning with its remedy when something needs a person, a line of detail per request.
 */
final class AccountLog implements DispatchListener {

    private static final Logger LOG = LoggerFactory.getLogger(SmsAccount.class);
    private static final int IDS_IN_ONE_LINE = 200;

    private final String account;

    AccountLog(String account) {
        this.account = account;
    }

    @Override
    public void requestAnswered(int messages, SendAnswer answer, long roundTripNanos) {
        if (LOG.isDebugEnabled()) {
            LOG.debug("SMS account {}: request of {} messages: {} after {} ms", account, messages,
                    answer.getClass().getSimpleName(), Duration.ofNanos(roundTripNanos).toMillis());
        }
    }

    @Override
    public void throttled(String reason, long pauseNanos) {
        LOG.info("SMS account {}: the service asks to slow down ({}); nothing is sent for {} ms", account, reason,
                Duration.ofNanos(pauseNanos).toMillis());
    }

    @Override
    public void unreachable(String reason, int attempts, long delayNanos) {
        if (attempts == 1) {
            LOG.warn("SMS account {}: cannot be reached: {}. Messages wait; next attempt in {} ms", account, reason,
                    Duration.ofNanos(delayNanos).toMillis());
        } else {
            LOG.debug("SMS account {}: attempt {} failed: {}", account, attempts, reason);
        }
    }

    @Override
    public void halted(int code, String reason, long probeDelayNanos) {
        LOG.warn(
                "SMS account {}: halted: {}. Check username and password; messages come back NOT_SENT, and one request every {} s tries again",
                account, reason, Duration.ofNanos(probeDelayNanos).toSeconds());
    }

    @Override
    public void unanswered(String reason, int requests, long delayNanos) {
        LOG.warn(
                "SMS account {}: {} requests in a row had no usable answer: {}. Messages wait; in {} s one message tries again",
                account, requests, reason, Duration.ofNanos(delayNanos).toSeconds());
    }

    @Override
    public void recovered() {
        LOG.info("SMS account {}: sending again", account);
    }

    @Override
    public void unknown(List<SmsSendResult> results) {
        LOG.warn(
                "SMS account {}: {} messages may or may not have been sent ({}). They are not sent again; look them up by date: {}",
                account, results.size(), results.get(0).reason(),
                results.stream().limit(IDS_IN_ONE_LINE).map(result -> String.valueOf(result.correlationId()))
                        .collect(Collectors.joining(", ")));
    }

    @Override
    public void internalError(Throwable error) {
        LOG.error("SMS account {}: an internal error; no message is lost by it", account, error);
    }
}
