package io.github.camelsms.dispatch;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import io.github.camelsms.model.SmsSendResult;

/**
 * Gives each message its result, once, and ends each input, once, when all that was read of it has one. Confined to the
 * account's loop.
 */
final class Completions {

    private final CompletionWorkers workers;
    private final DispatchListeners listeners;
    private final Set<Submission> open = new LinkedHashSet<>();
    private List<Submission> ended = new ArrayList<>();

    Completions(CompletionWorkers workers, DispatchListeners listeners) {
        this.workers = workers;
        this.listeners = listeners;
    }

    /** An input begins; it is forgotten when it ends. */
    void begin(Submission submission) {
        open.add(submission);
    }

    /** The inputs that have begun and not ended. */
    List<Submission> open() {
        return List.copyOf(open);
    }

    boolean isAnyOpen() {
        return !open.isEmpty();
    }

    void complete(List<Entry> entries, Function<Entry, SmsSendResult> result, long now) {
        entries.forEach(entry -> complete(entry, result.apply(entry), now));
    }

    /**
     * @param now read once for many
     */
    void complete(Entry entry, SmsSendResult result, long now) {
        if (entry.completed) {
            listeners.failed(new IllegalStateException("the message already has its result"));
            return;
        }
        entry.completed = true;
        complete(entry.submission, entry.index, result, now - entry.takenAt);
    }

    /** An element that was refused when it was read. */
    void refuse(Submission submission, long index, SmsSendResult result) {
        complete(submission, index, result, 0);
    }

    private void complete(Submission submission, long index, SmsSendResult result, long nanos) {
        submission.completed++;
        try {
            submission.sink.result(index, result);
        } catch (Throwable e) {
            listeners.failed(e);
        }
        listeners.messageCompleted(result, nanos);
        endIfComplete(submission);
    }

    /**
     * Ends the input if all is done; {@link #handBack()} tells its caller.
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

    /** Hands the inputs that have ended since back to their callers, on completers' threads. */
    void handBack() {
        if (!ended.isEmpty()) {
            List<Submission> all = ended;
            ended = new ArrayList<>();
            workers.handBack(all);
        }
    }
}
