package io.github.camelsms.engine;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Records the results of an input and fails on a duplicate.
 */
public final class RecordingSink implements ResultSink {

    public final Map<Long, SmsSendResult> results = new TreeMap<>();
    int completions;
    @Nullable
    ReadFailure unread;

    @Override
    public void result(long index, SmsSendResult result) {
        if (completions > 0 || results.put(index, result) != null) {
            throw new AssertionError("a second result for element " + index);
        }
    }

    @Override
    public void completed(@Nullable ReadFailure why) {
        completions++;
        unread = why;
    }

    public boolean isCompleted() {
        return completions == 1;
    }

    public List<SmsOutcome> outcomes() {
        return results.values().stream().map(SmsSendResult::outcome).toList();
    }

    public SmsSendResult only() {
        if (results.size() != 1 || completions != 1) {
            throw new AssertionError(results + ", completed " + completions + " times");
        }
        return results.values().iterator().next();
    }
}
