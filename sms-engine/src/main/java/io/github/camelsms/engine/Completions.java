package io.github.camelsms.engine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;

import io.github.camelsms.model.SmsSendResult;

/**
 * Results of messages and inputs: each message gets one result, and each input ends once all its messages have one.
 * Confined to the account's loop.
 */
public final class Completions {

    private final CompletionWorkers workers;
    private final EngineListeners listeners;
    private final Set<Submission> open = new LinkedHashSet<>();
    private List<Submission> ended = new ArrayList<>();

    /**
     * @param completers runs the ends of inputs; its tasks may block
     */
    Completions(Executor completers, EngineClock clock, EngineListeners listeners) {
        this.workers = new CompletionWorkers(completers, clock, listeners);
        this.listeners = listeners;
    }

    /** Adds an input, which is removed when it ends. */
    void begin(Submission submission) {
        open.add(submission);
    }

    /** Returns the inputs that have not ended. */
    List<Submission> open() {
        return List.copyOf(open);
    }

    boolean isAnyOpen() {
        return !open.isEmpty();
    }

    /**
     * @param now current time, which callers read once for many messages
     */
    public void complete(QueuedMessage entry, SmsSendResult result, long now) {
        if (deliver(entry, result)) {
            listeners.messageCompleted(result, now - entry.takenAt);
        }
    }

    /**
     * Completes a message without reporting it to the listeners.
     *
     * @return false if it was completed before
     */
    public boolean deliver(QueuedMessage entry, SmsSendResult result) {
        if (entry.completed) {
            listeners.failed(new IllegalStateException("the message already has its result"));
            return false;
        }
        entry.completed = true;
        deliver(entry.submission, entry.index, result.about(entry.message));
        return true;
    }

    /** Records that a message is stored, which ends it if its input waits for no more. */
    public void stored(QueuedMessage entry, boolean isDuplicate) {
        Submission submission = entry.submission;
        try {
            submission.sink.stored(entry.index, entry.id(), isDuplicate);
        } catch (Throwable e) {
            listeners.failed(e);
        }
        if (submission.options.isCompleteWhenStored()) {
            entry.completed = true;
            submission.completed++;
            endIfComplete(submission);
        }
    }

    /** Records the result of an element that was rejected when it was read. */
    void rejected(Submission submission, long index, SmsSendResult result) {
        deliver(submission, index, result);
        listeners.messageCompleted(result, 0);
    }

    private void deliver(Submission submission, long index, SmsSendResult result) {
        submission.completed++;
        try {
            submission.sink.result(index, result);
        } catch (Throwable e) {
            listeners.failed(e);
        }
        endIfComplete(submission);
    }

    /**
     * Ends the input if all its messages have results. {@link #completeEnded()} then completes it.
     */
    void endIfComplete(Submission submission) {
        if (!submission.ended && submission.isComplete()) {
            submission.ended = true;
            if (submission.reader != InputReader.NONE) {
                open.remove(submission);
            }
            ended.add(submission);
        }
    }

    /** Completes the inputs that have ended, on threads of the completion pool. */
    public void completeEnded() {
        if (!ended.isEmpty()) {
            List<Submission> all = ended;
            ended = new ArrayList<>();
            workers.complete(all);
        }
    }
}
