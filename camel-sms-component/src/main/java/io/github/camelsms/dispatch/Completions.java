package io.github.camelsms.dispatch;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.github.camelsms.model.SmsSendResult;

/**
 * Gives each message its result, once, and ends each input, once, when all that was read of it has one. Confined to the
 * account's loop.
 */
final class Completions {

    private final Executor completers;
    private final SafeListener listener;
    private final Set<Submission> open = new LinkedHashSet<>();

    Completions(Executor completers, SafeListener listener) {
        this.completers = completers;
        this.listener = listener;
    }

    /** An input begins; it is forgotten when it ends. */
    void begin(Submission submission) {
        open.add(submission);
    }

    /** The inputs that have begun and not ended. */
    List<Submission> open() {
        return List.copyOf(open);
    }

    void complete(List<Entry> entries, Function<Entry, SmsSendResult> result) {
        entries.forEach(entry -> complete(entry, result.apply(entry)));
    }

    void complete(Entry entry, SmsSendResult result) {
        if (entry.completed) {
            throw new IllegalStateException("the message already has its result");
        }
        entry.completed = true;
        complete(entry.submission, entry.index, result);
    }

    void complete(Submission submission, long index, SmsSendResult result) {
        submission.completed++;
        submission.sink.result(index, result);
        listener.tell(it -> it.messageCompleted(result));
        endIfComplete(submission);
    }

    /**
     * Ends the input on a completer's thread if all is done.
     */
    void endIfComplete(Submission submission) {
        if (!submission.ended && submission.isComplete()) {
            submission.ended = true;
            open.remove(submission);
            Executors.run(completers, () -> submission.sink.completed(submission.unread));
        }
    }
}
