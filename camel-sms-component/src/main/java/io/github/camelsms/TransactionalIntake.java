package io.github.camelsms;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.camelsms.dispatch.CheckedMessage;
import io.github.camelsms.dispatch.MessageSource;
import io.github.camelsms.dispatch.ReadFailure;
import io.github.camelsms.dispatch.ResultSink;
import io.github.camelsms.dispatch.StoreCalls;
import io.github.camelsms.dispatch.StoredIntake;
import io.github.camelsms.dispatch.SubmitOptions;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsStoreException;

/**
 * Intake of an input in the caller's transaction, on the caller's thread. If a call fails, the caller must roll the
 * transaction back.
 */
final class TransactionalIntake {

    private final MessageIntake intake;
    private final String account;
    private final Consumer<SmsSendResult> onRefused;

    /**
     * @param onRefused called for each message that is not stored because of its content
     */
    TransactionalIntake(MessageIntake intake, String account, Consumer<SmsSendResult> onRefused) {
        this.intake = intake;
        this.account = account;
        this.onRefused = onRefused;
    }

    void store(MessageSource messages, SubmitOptions options, ResultSink sink) {
        ReadFailure unread = null;
        try {
            storeAll(messages, options, sink);
        } catch (SmsStoreException e) {
            unread = new ReadFailure(
                    "the messages could not be stored: " + SafeText.message(e)
                                     + "; the transaction must be rolled back, and nothing is sent",
                    e);
        } catch (Throwable e) {
            unread = new ReadFailure(
                    "the input could not be read to its end; the transaction must be rolled back, and nothing is sent", e);
        }
        sink.completed(unread);
    }

    private void storeAll(MessageSource messages, SubmitOptions options, ResultSink sink) {
        List<SmsNewMessage> chunk = new ArrayList<>();
        long index = 0;
        for (CheckedMessage next = messages.next(); next != null; next = messages.next()) {
            if (next instanceof CheckedMessage.Refused refused) {
                refuse(index++, refused.result(), sink);
            } else if (next instanceof CheckedMessage.Valid valid) {
                try {
                    chunk.add(StoredIntake.message(valid.message(), options));
                } catch (IllegalArgumentException e) {
                    refuse(index++, StoredIntake.unstorable(valid.message(), e), sink);
                }
            }
            if (chunk.size() == MessageIntake.MAX_MESSAGES) {
                index = store(chunk, index, sink);
            }
        }
        store(chunk, index, sink);
    }

    private void refuse(long index, SmsSendResult result, ResultSink sink) {
        onRefused.accept(result);
        sink.result(index, result);
    }

    private long store(List<SmsNewMessage> chunk, long begin, ResultSink sink) {
        if (chunk.isEmpty()) {
            return begin;
        }
        long index = begin;
        List<SmsIntake> intakes = StoreCalls.each(intake.storeInTransaction(account, List.copyOf(chunk)), chunk.size());
        for (int i = 0; i < chunk.size(); i++) {
            String id = chunk.get(i).correlationId();
            if (intakes.get(i) instanceof SmsIntake.Conflict) {
                refuse(index++, StoredIntake.conflict(id), sink);
            } else {
                sink.stored(index++, id, intakes.get(i) instanceof SmsIntake.Duplicate);
            }
        }
        chunk.clear();
        return index;
    }
}
