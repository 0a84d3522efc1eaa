package io.github.camelsms.engine.stored;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.engine.QueuedMessage;
import io.github.camelsms.engine.Refusal;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Intake of messages into the store. Confined to the account's loop.
 */
public final class Intake {

    /** Maximum number of calls in progress. Each waits for a commit, possibly the same one. */
    private static final int MAX_CALLS = 8;

    private final EngineContext context;
    private final MessageIntake intake;
    private final StoredBacklog backlog;
    private final Outcomes outcomes;
    private final Callers callers;
    private int running;

    /** Messages to store, as entries and in the form in which they are stored. */
    record Fresh(List<QueuedMessage> entries, List<SmsNewMessage> messages) {

        static final Fresh NONE = new Fresh(List.of(), List.of());
    }

    Intake(EngineContext context, StoredBacklog backlog, Outcomes outcomes, Callers callers) {
        this.context = context;
        this.intake = context.store().intake();
        this.backlog = backlog;
        this.outcomes = outcomes;
        this.callers = callers;
    }

    /** Starts calls that store the waiting messages. */
    void flush() {
        while (backlog.hasToStore() && running < MAX_CALLS) {
            Fresh fresh = take();
            if (fresh.messages.isEmpty()) {
                continue;
            }
            running++;
            context.calls().call(() -> StoreCalls.start(() -> intake.store(context.account(), fresh.messages))
                    .thenApply(all -> StoreCalls.each(all, fresh.entries.size())), intakes -> {
                        running--;
                        if (stored(fresh, intakes)) {
                            context.onQueued().run();
                        }
                    }, failure -> {
                        running--;
                        notStored(fresh, failure);
                    });
        }
    }

    int running() {
        return running;
    }

    /** Takes the next messages from the backlog, and completes those that cannot be stored. */
    Fresh take() {
        List<QueuedMessage> taken = backlog.takeToStore();
        Fresh fresh = new Fresh(new ArrayList<>(taken.size()), new ArrayList<>(taken.size()));
        for (QueuedMessage entry : taken) {
            try {
                fresh.messages.add(message(entry));
                fresh.entries.add(entry);
            } catch (IllegalArgumentException e) {
                complete(entry, unstorable(entry.message, e));
            }
        }
        return fresh;
    }

    private static SmsNewMessage message(QueuedMessage entry) {
        SubmitOptions options = entry.submission.options;
        SmsMessage message = entry.message;
        return message(options.isCompleteWhenStored() ? message : message.withTimeToLive(entry.timeToLive()), options);
    }

    /** Records the results of a call; returns whether a message was stored. */
    boolean stored(Fresh fresh, List<SmsIntake> intakes) {
        boolean isAnyStored = false;
        for (int i = 0; i < intakes.size(); i++) {
            QueuedMessage entry = fresh.entries.get(i);
            SmsIntake result = intakes.get(i);
            if (result instanceof SmsIntake.Stored stored) {
                isAnyStored = true;
                stored(entry, stored.id(), false);
            } else if (result instanceof SmsIntake.Duplicate duplicate) {
                duplicate(entry, duplicate.first());
            } else {
                complete(entry, conflict(entry.message.correlationId()));
            }
        }
        return isAnyStored;
    }

    private void stored(QueuedMessage entry, long id, boolean isDuplicate) {
        context.completions().stored(entry, isDuplicate);
        if (entry.submission.options.isCompleteWhenStored()) {
            backlog.left(entry);
        } else {
            backlog.await(id, entry);
        }
    }

    private void duplicate(QueuedMessage entry, SmsStoredMessage first) {
        entry.isObserver = first.state() != SmsMessageState.NOT_SENT && !wasStoredForCaller(first);
        stored(entry, first.id(), true);
        if (entry.submission.options.isCompleteWhenStored()) {
            return;
        }
        if (isSentNow(first, entry.submission.options)) {
            entry.replacedRevision = first.revision();
            callers.resubmit(first, entry.deadline);
        } else if (first.result() != null) {
            outcomes.report(first);
        } else {
            // Its outcome may have been reported after the store returned it, and before this caller was added.
            callers.lookAgain(first);
        }
    }

    /**
     * Returns whether a message that was stored before is sent now: it was certainly not sent, so that this is safe,
     * and its new caller waits for the outcome.
     */
    public static boolean isSentNow(SmsStoredMessage first, SubmitOptions options) {
        return first.state() == SmsMessageState.NOT_SENT && !options.isCompleteWhenStored();
    }

    /**
     * Returns whether it is certain that a caller waited. Without results, a message with a time to live may have been
     * stored by a caller that does not wait. An operator who resends a message removes its time to live, and with it
     * the link to its caller.
     */
    private static boolean wasStoredForCaller(SmsStoredMessage message) {
        return message.offer() == SmsOffer.AFTER_CALLER && message.expiresAt() != null;
    }

    /**
     * Completes the messages of a failed call. If only some of them are the cause, each is stored in a call of its own
     * first, so that it fails alone.
     */
    void notStored(Fresh fresh, SmsStoreException failure) {
        if (fresh.entries.size() > 1 && failure.dependsOnMessages() && !failure.isUncertain()) {
            backlog.storeAlone(fresh.entries);
            return;
        }
        for (QueuedMessage entry : fresh.entries) {
            SmsSendResult result = notStored(entry.message.correlationId(), failure);
            if (failure.dependsOnMessages()) {
                complete(entry, result);
            } else {
                // Not an outcome: the caller repeats it, or the message was stored after all.
                backlog.left(entry);
                context.completions().deliver(entry, result);
            }
        }
    }

    /** Completes messages that are not stored. */
    void refuse(List<QueuedMessage> entries, Refusal refusal) {
        new ArrayList<>(entries).forEach(entry -> complete(entry, entry.notSent(refusal)));
    }

    private void complete(QueuedMessage entry, SmsSendResult result) {
        backlog.left(entry);
        context.completions().complete(entry, result, context.clock().nanos());
    }

    /**
     * Converts a message to the form in which it is stored.
     *
     * @param message valid, with a correlation id
     */
    public static SmsNewMessage message(SmsMessage message, SubmitOptions options) {
        SmsOffer offer = !options.isOffered()
                ? SmsOffer.NEVER : options.isCompleteWhenStored() ? SmsOffer.AT_ONCE : SmsOffer.AFTER_CALLER;
        return new SmsNewMessage(message, options.dueAt(), options.keptHeaders(), offer);
    }

    /** Returns the result of a message that no store accepts. */
    public static SmsSendResult unstorable(SmsMessage message, IllegalArgumentException complaint) {
        return SmsSendResult.rejected(null, SafeText.message(complaint), message.correlationId());
    }

    /** Returns the result of a message whose correlation id belongs to another message. */
    public static SmsSendResult conflict(@Nullable String correlationId) {
        return SmsSendResult.rejected(
                null,
                "a message with this correlation id, but another text or destination, was stored before; nothing was stored now. Give each message a correlation id of its own",
                correlationId);
    }

    /** Returns the result of a message that was not stored, or for which this is uncertain. */
    static SmsSendResult notStored(@Nullable String correlationId, SmsStoreException failure) {
        return failure.isUncertain()
                ? SmsSendResult.unknown(
                        null,
                        SafeText.message(failure)
                              + "; the message may have been stored and is sent in that case. Storing it again with the same correlation id does not send it twice",
                        correlationId)
                : SmsSendResult.notSent(
                        null, SafeText.message(failure)
                              + "; nothing was stored now, so the message is not sent unless it was stored before",
                        correlationId);
    }
}
