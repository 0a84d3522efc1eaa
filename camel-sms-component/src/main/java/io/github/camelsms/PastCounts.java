package io.github.camelsms;

import java.util.EnumMap;
import java.util.Map;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.monitor.AccountMonitor;
import io.github.camelsms.monitor.RequestResult;

/**
 * Counts of the accounts that have been released, so that the component's sums never fall. Thread-safe.
 */
final class PastCounts {

    private final Map<SmsOutcome, Long> messages = new EnumMap<>(SmsOutcome.class);
    private long throttledRequests;

    synchronized void add(AccountMonitor account) {
        for (SmsOutcome outcome : SmsOutcome.values()) {
            messages.merge(outcome, account.messages(outcome), Long::sum);
        }
        throttledRequests += account.requests(RequestResult.THROTTLED);
    }

    synchronized long messages(SmsOutcome outcome) {
        return messages.getOrDefault(outcome, 0L);
    }

    synchronized long throttledRequests() {
        return throttledRequests;
    }
}
