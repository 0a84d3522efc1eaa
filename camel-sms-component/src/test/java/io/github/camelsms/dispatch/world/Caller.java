package io.github.camelsms.dispatch.world;

import io.github.camelsms.dispatch.ResultSink;
import io.github.camelsms.dispatch.Unread;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/** One who hands something in and waits for its results. */
final class Caller implements ResultSink {

    /** What a caller hands in. */
    enum Kind {
        SINGLE,
        LIST,
        STREAM
    }

    final Kind kind;
    final long timeoutNanos;
    /** Whether it came after the account was closed. */
    final boolean tooLate;
    private final Invariants invariants;
    private final Runnable whenCompleted;
    /** The input was read to its end. */
    boolean readToItsEnd;
    @Nullable
    RuntimeException thrown;
    /** How long its input has kept a reader waiting. */
    long blockedNanos;
    long read;
    long results;
    boolean completed;

    Caller(Kind kind, long timeoutNanos, boolean tooLate, Invariants invariants, Runnable whenCompleted) {
        this.kind = kind;
        this.timeoutNanos = timeoutNanos;
        this.tooLate = tooLate;
        this.invariants = invariants;
        this.whenCompleted = whenCompleted;
    }

    @Override
    public void result(long index, SmsSendResult result) {
        invariants.result(this, index, result);
    }

    @Override
    public void completed(@Nullable Unread unread) {
        invariants.completed(this, unread);
        whenCompleted.run();
    }
}
