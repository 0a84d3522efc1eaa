package io.github.camelsms.observe;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.EngineListener;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.observe.RejectionReasons.Reason;

/**
 * Listener that logs rejected messages: for each reason a line for the first one, and then at most one a minute with
 * their number. Thread-safe.
 */
public final class RejectionLog implements EngineListener {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;
    private static final long INTERVAL = Duration.ofMinutes(1).toNanos();

    private final String account;
    private final EngineClock clock;
    /** Messages since the last line, for each reason with a line in the last minute. */
    private final Map<String, Integer> counts = new HashMap<>();

    public RejectionLog(String account, EngineClock clock) {
        this.account = account;
        this.clock = clock;
    }

    @Override
    public void messageCompleted(SmsSendResult result, long nanos) {
        if (result.outcome() == SmsOutcome.REJECTED) {
            rejected(Reason.of(result));
        }
    }

    private synchronized void rejected(Reason reason) {
        boolean isKnown = counts.containsKey(reason.word()) || counts.size() < RejectionReasons.MAX_WORDS;
        Reason counted = isKnown ? reason : new Reason(RejectionReasons.OTHER, reason.isOfPolicy());
        Integer count = counts.get(counted.word());
        if (count != null) {
            counts.put(counted.word(), count + 1);
        } else {
            log(counted, 1);
        }
    }

    private synchronized void minutePassed(Reason reason) {
        Integer count = counts.remove(reason.word());
        if (count != null && count > 0) {
            log(reason, count);
        }
    }

    private void log(Reason reason, int messages) {
        counts.put(reason.word(), 0);
        if (reason.isOfPolicy()) {
            // Nothing is wrong.
            LOG.info("SMS account {}: policies have rejected {}: {}. They are not sent; the reason of each is in its result",
                    account, Count.of(messages, "message"), reason.word());
        } else {
            LOG.warn(
                    "SMS account {}: {} rejected: {}. They are not sent, and are rejected again unless they are changed. Correct their source; the reason of each is in its result",
                    account, Count.of(messages, "message was", "messages were"), reason.word());
        }
        try {
            clock.schedule(INTERVAL, () -> minutePassed(reason));
        } catch (RejectedExecutionException e) {
            // The component stops.
            counts.remove(reason.word());
        }
    }
}
