package io.github.camelsms.send;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.stored.Intake;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsStoreException;

/**
 * Intake of an input in the caller's transaction, on the caller's thread, in chunks. If a call fails, the caller must
 * roll the transaction back.
 */
final class TransactionalIntake {

    private final MessageIntake intake;
    private final String account;
    private final Consumer<SmsSendResult> onRejected;
    private final SubmitOptions options;
    private final ResultSink sink;
    /** Messages that were read and are not stored yet. */
    private final List<SmsNewMessage> chunk = new ArrayList<>();
    private long index;

    /**
     * @param onRejected called for each message that is not stored because of its content
     */
    TransactionalIntake(MessageIntake intake, String account, Consumer<SmsSendResult> onRejected, SubmitOptions options,
                        ResultSink sink) {
        this.intake = intake;
        this.account = account;
        this.onRejected = onRejected;
        this.options = options;
        this.sink = sink;
    }

    /** Stores the messages and completes the sink. */
    void store(MessageSource messages) {
        ReadFailure unread = null;
        try {
            storeAll(messages);
        } catch (SmsStoreException e) {
            unread = new ReadFailure(
                    "the messages could not be stored: " + SafeText.message(e)
                                     + "; the transaction must be rolled back, and nothing is sent",
                    e);
        } catch (Throwable e) {
            unread = new ReadFailure(
                    "the input could not be read to its end; the transaction must be rolled back, and nothing is sent", e);
        }
        if (unread != null) {
            fail(unread.reason());
        }
        sink.completed(unread);
    }

    private void storeAll(MessageSource messages) {
        for (CheckedMessage next = messages.next(); next != null; next = messages.next()) {
            if (next instanceof CheckedMessage.Rejected rejected) {
                reject(rejected.result());
            } else if (next instanceof CheckedMessage.Valid valid) {
                try {
                    chunk.add(Intake.message(valid.message(), options));
                } catch (IllegalArgumentException e) {
                    reject(Intake.unstorable(valid.message(), e).about(valid.message()));
                }
            }
            if (chunk.size() == MessageIntake.MAX_MESSAGES) {
                storeChunk();
            }
        }
        if (!chunk.isEmpty()) {
            storeChunk();
        }
    }

    private void storeChunk() {
        List<SmsNewMessage> storing = List.copyOf(chunk);
        List<SmsIntake> intakes = StoreCalls.each(intake.storeInTransaction(account, storing), storing.size());
        chunk.clear();
        for (int i = 0; i < storing.size(); i++) {
            String id = storing.get(i).correlationId();
            if (intakes.get(i) instanceof SmsIntake.Conflict) {
                reject(Intake.conflict(id).about(storing.get(i).message()));
            } else {
                sink.stored(index++, id, intakes.get(i) instanceof SmsIntake.Duplicate);
            }
        }
    }

    private void reject(SmsSendResult result) {
        onRejected.accept(result);
        sink.result(index++, result);
    }

    /**
     * Completes the messages that were read and not stored. An iterator does not return them again, so the exchange
     * must not look as if nothing had been read.
     */
    private void fail(String reason) {
        chunk.forEach(message -> sink.result(index++,
                SmsSendResult.notSent(null, reason, message.correlationId()).about(message.message())));
    }
}
