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
            rejected(RejectionReasons.word(result));
        }
    }

    private synchronized void rejected(String word) {
        boolean isKnown = counts.containsKey(word) || counts.size() < RejectionReasons.MAX_WORDS;
        String reason = isKnown ? word : RejectionReasons.OTHER;
        Integer count = counts.get(reason);
        if (count != null) {
            counts.put(reason, count + 1);
        } else {
            log(reason, 1);
        }
    }

    private synchronized void minutePassed(String reason) {
        Integer count = counts.remove(reason);
        if (count != null && count > 0) {
            log(reason, count);
        }
    }

    private void log(String reason, int messages) {
        counts.put(reason, 0);
        LOG.warn(
                "SMS account {}: {} rejected: {}. They are not sent, and are rejected again unless they are changed. Correct their source; the reason of each is in its result",
                account, Count.of(messages, "message was", "messages were"), reason);
        try {
            clock.schedule(INTERVAL, () -> minutePassed(reason));
        } catch (RejectedExecutionException e) {
            // The component stops.
            counts.remove(reason);
        }
    }
}
