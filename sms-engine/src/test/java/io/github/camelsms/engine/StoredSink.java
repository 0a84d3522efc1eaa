package io.github.camelsms.engine;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Records results and stored messages.
 */
final class StoredSink implements ResultSink {

    final RecordingSink results = new RecordingSink();
    final List<String> stored = new ArrayList<>();
    final List<String> duplicates = new ArrayList<>();

    @Override
    public void result(long index, SmsSendResult result) {
        results.result(index, result);
    }

    @Override
    public void stored(long index, String correlationId, boolean isDuplicate) {
        (isDuplicate ? duplicates : stored).add(correlationId);
    }

    @Override
    public void completed(@Nullable ReadFailure unread) {
        results.completed(unread);
    }

    boolean isCompleted() {
        return results.isCompleted();
    }
}
