package io.github.camelsms.engine.stored;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.RecordingSink;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Records results and stored messages.
 */
public final class StoredSink implements ResultSink {

    public final RecordingSink results = new RecordingSink();
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

    public boolean isCompleted() {
        return results.isCompleted();
    }
}
