package io.github.camelsms.account;

import java.util.EnumMap;
import java.util.Map;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.observe.AccountMonitor;
import io.github.camelsms.observe.RequestResult;

/**
 * Counts of released accounts, so that the component's totals never decrease. Not thread-safe.
 */
final class PastCounts {

    private final Map<SmsOutcome, Long> messages = new EnumMap<>(SmsOutcome.class);
    private long throttledRequests;

    void add(AccountMonitor account) {
        for (SmsOutcome outcome : SmsOutcome.values()) {
            messages.merge(outcome, account.messages(outcome), Long::sum);
        }
        throttledRequests += account.requests(RequestResult.THROTTLED);
    }

    long messages(SmsOutcome outcome) {
        return messages.getOrDefault(outcome, 0L);
    }

    long throttledRequests() {
        return throttledRequests;
    }
}
