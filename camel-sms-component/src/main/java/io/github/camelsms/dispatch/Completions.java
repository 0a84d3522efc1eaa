package io.github.camelsms.dispatch;

import java.util.List;
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

    Completions(Executor completers, SafeListener listener) {
        this.completers = completers;
        this.listener = listener;
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
     *
     * @return whether the input has ended
     */
    boolean endIfComplete(Submission submission) {
        if (!submission.ended && submission.isComplete()) {
            submission.ended = true;
            Executors.run(completers, () -> submission.sink.completed(submission.unread));
        }
        return submission.ended;
    }
}
