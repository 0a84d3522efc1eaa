package io.github.camelsms.engine.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/** A caller that submits an input and waits for its results. */
final class Caller implements ResultSink {

    /** Kind of input. */
    enum Kind {
        SINGLE,
        LIST,
        STREAM
    }

    final Kind kind;
    final long timeoutNanos;
    final int priority;
    /** Whether it was submitted after the account was closed. */
    final boolean tooLate;
    private final Invariants invariants;
    private final Runnable whenCompleted;
    private final Runnable whenComplete;
    /** The input was read to its end. */
    boolean readToItsEnd;
    @Nullable
    RuntimeException thrown;
    /** Total time for which its input has blocked a reader. */
    long blockedNanos;
    boolean isBlocked;
    long read;
    long results;
    boolean completed;
    final List<Tracked> elements = new ArrayList<>();
    /** Its messages waiting in the engine, by priority and in order. */
    final Map<Integer, TreeMap<Integer, Tracked>> waiting = new HashMap<>();

    Caller(Kind kind, long timeoutNanos, int priority, boolean tooLate, Invariants invariants, Runnable whenComplete,
           Runnable whenCompleted) {
        this.kind = kind;
        this.timeoutNanos = timeoutNanos;
        this.priority = priority;
        this.tooLate = tooLate;
        this.invariants = invariants;
        this.whenCompleted = whenCompleted;
        this.whenComplete = whenComplete;
    }

    @Override
    public void result(long index, SmsSendResult result) {
        invariants.result(this, index, result);
        whenComplete.run();
    }

    @Override
    public void completed(@Nullable ReadFailure unread) {
        invariants.completed(this, unread);
        whenCompleted.run();
    }
}
