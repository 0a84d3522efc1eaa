package io.github.camelsms.dispatch;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait for outcomes of stored messages which no request of this engine provides. It cancels the wait of
 * callers whose delivery timeout has passed, and finds the outcomes of messages that other nodes send. Confined to the
 * account's loop.
 */
final class StoredCallers {

    /** Interval between two searches. */
    private static final long SEARCH_NANOS = 1_000_000_000L;
    /** Interval between two searches for messages of this engine that somebody else has settled without a hint. */
    private static final long SEARCH_WITHOUT_HINT_NANOS = 30 * SEARCH_NANOS;
    /** How long a caller waits after its deadline if the store does not respond. */
    private static final long STORE_GRACE = Duration.ofSeconds(10).toNanos();
    private static final String NOT_SETTLED
            = "the message store does not respond; the message is stored, and may have been sent or be sent later. Look it up with its correlation id";
    private static final String LOST
            = "the message store does not have the message any more, so its database has lost the last commits; the message may have been sent, and is not sent now. Ask for its status before you submit it again";

    private static final String MAY_BE_QUEUED
            = "the message store has not responded to a call that returns the message to the queue, so it may be sent later. Look it up with its correlation id";

    private final MessageOperations operations;
    private final String account;
    private final StoreCalls calls;
    private final StoredBacklog backlog;
    private final StoredOutcomes outcomes;
    private final DispatchClock clock;
    private final SerialExecutor loop;
    private final Runnable onQueued;
    /**
     * Messages that are being returned to the queue. Their callers do not time out meanwhile, because the calls can
     * overtake each other.
     */
    private final Set<Long> retried = new HashSet<>();
    /** Messages that a call may still return to the queue, although it has timed out. */
    private final Set<Long> mayBeQueued = new HashSet<>();
    private boolean isTerminated;
    private boolean isSearching;
    /** Whether messages that this engine sends may have been settled by others. */
    private boolean isAnySettled;
    private long nextSearch;
    private long nextWithoutHint;

    /**
     * @param onQueued called after a message was returned to the queue
     */
    StoredCallers(MessageOperations operations, String account, StoreCalls calls, StoredBacklog backlog,
                  StoredOutcomes outcomes, DispatchClock clock, SerialExecutor loop, Runnable onQueued) {
        this.operations = operations;
        this.account = account;
        this.calls = calls;
        this.backlog = backlog;
        this.outcomes = outcomes;
        this.clock = clock;
        this.loop = loop;
        this.onQueued = onQueued;
    }

    /**
     * Searches immediately, or as soon as the current search has ended, also for messages that this engine sends: a
     * status or an operator may have settled them.
     */
    void messagesSettled(long now) {
        isAnySettled = true;
        nextSearch = now;
    }

    /** Completes all callers, even if the store does not respond. */
    void terminate() {
        isTerminated = true;
        nextSearch = 0;
    }

    /** Returns the time of the next search, or {@link WakeUp#NEVER}. */
    long next() {
        return backlog.isAnyWaiting() && !isSearching ? nextSearch : WakeUp.NEVER;
    }

    /**
     * Ends messages whose callers time out, or searches for outcomes, if this is due.
     *
     * @param refusal         why messages with a waiting caller are no longer sent, or null
     * @param isSentByAnother whether another node may send the messages
     */
    void search(@Nullable Refusal refusal, boolean isSentByAnother, long now) {
        if (now < next()) {
            return;
        }
        nextSearch = now + SEARCH_NANOS;
        Collection<Entry> waiting = backlog.waiting();
        List<Entry> ended = waiting.stream().filter(entry -> !retried.contains(entry.storedId))
                .filter(entry -> refusal != null || entry.deadline + SEARCH_NANOS <= now).toList();
        if (!ended.isEmpty()) {
            giveUp(ended, refusal == null
                    ? "its deliveryTimeout ended before it could be sent; it was not sent" : refusal.reason());
        } else if (isSentByAnother || isAnySettled || hasWaitedWithoutHint(now)) {
            isAnySettled = false;
            nextWithoutHint = now + SEARCH_WITHOUT_HINT_NANOS;
            isSearching = true;
            find(List.copyOf(waiting), outcomes::report);
        }
    }

    /** Hints can get lost, and behind a connection pooler there are none. */
    private boolean hasWaitedWithoutHint(long now) {
        Long oldest = backlog.oldestTakenAt();
        return oldest != null && now >= nextWithoutHint && now - oldest >= SEARCH_WITHOUT_HINT_NANOS;
    }

    private void giveUp(List<Entry> entries, String reason) {
        isSearching = true;
        List<String> ids = ids(entries);
        calls.call(
                () -> operations.giveUp(account, ids, reason),
                operated -> find(entries, message -> reportFinally(message, entries)),
                failure -> notFound(entries));
    }

    private void find(List<Entry> entries, Consumer<SmsStoredMessage> report) {
        find(ids(entries), messages -> {
            isSearching = false;
            messages.forEach(report);
            lost(entries, messages);
        }, () -> notFound(entries));
    }

    /** Completes callers whose messages were stored, and are not found. */
    private void lost(List<Entry> entries, List<SmsStoredMessage> found) {
        Set<String> ids = new HashSet<>(ids(entries));
        found.forEach(message -> ids.remove(message.correlationId()));
        for (String id : ids) {
            for (Entry caller : backlog.takeWaiting(id, Long.MAX_VALUE)) {
                outcomes.complete(caller, caller.unknown(null, LOST), null);
            }
        }
    }

    private void find(List<String> ids, Consumer<List<SmsStoredMessage>> onFound, Runnable onFailure) {
        calls.call(() -> operations.find(account, ids), onFound, failure -> onFailure.run());
    }

    private void notFound(List<Entry> entries) {
        isSearching = false;
        long now = clock.nanos();
        for (Entry entry : entries) {
            if (isTerminated || entry.deadline + STORE_GRACE <= now) {
                for (Entry caller : backlog.takeWaiting(id(entry), Long.MAX_VALUE)) {
                    outcomes.complete(caller, caller.unknown(null, NOT_SETTLED), null);
                }
            }
        }
    }

    private static List<String> ids(Collection<Entry> entries) {
        return entries.stream().map(StoredCallers::id).distinct().toList();
    }

    private static String id(Entry entry) {
        return String.valueOf(entry.message.correlationId());
    }

    /** Reports the outcome of a message if it has one in the meantime. */
    void lookAgain(SmsStoredMessage message) {
        find(List.of(message.correlationId()), messages -> messages.forEach(outcomes::report), () -> {
        });
    }

    /** Returns a message that was not sent to the queue, for a caller that submits it again. */
    void retry(SmsStoredMessage message) {
        List<String> id = List.of(message.correlationId());
        retried.add(message.id());
        CompletableFuture<Boolean> resubmission
                = StoreCalls.start(() -> operations.resubmit(account, message.correlationId(), message.revision()));
        calls.call(() -> resubmission, isChanged -> {
            onQueued.run();
            retried.remove(message.id());
            if (!isChanged) {
                List<Entry> callers = backlog.allWaitingFor(message.correlationId());
                find(id, messages -> messages.forEach(found -> reportFinally(found, callers)), () -> {
                });
            }
        }, failure -> {
            // It may have been queued, so its current outcome is not known here.
            if (!resubmission.isDone()) {
                mayBeQueued.add(message.id());
            }
            onQueued.run();
            Entry caller = backlog.waitingFor(message.correlationId());
            if (caller != null && clock.nanos() < caller.deadline && !isTerminated) {
                clock.schedule(SEARCH_NANOS, () -> loop.executeOnPool(() -> retry(message)));
            } else {
                retried.remove(message.id());
            }
        }, (late, failure) -> {
            mayBeQueued.remove(message.id());
            onQueued.run();
        });
    }

    /**
     * Reports an outcome even to callers that wanted to replace it, because no later outcome will replace it for
     * callers that waited before the search.
     */
    private void reportFinally(SmsStoredMessage message, List<Entry> callers) {
        if (message.state() == SmsMessageState.NOT_SENT && mayBeQueued.contains(message.id())) {
            for (Entry caller : backlog.takeWaiting(message.correlationId(), Long.MAX_VALUE)) {
                outcomes.complete(caller, caller.unknown(null, MAY_BE_QUEUED), null);
            }
        } else if (message.result() != null) {
            callers.stream().filter(entry -> id(entry).equals(message.correlationId()))
                    .forEach(entry -> entry.replacedRevision = 0);
            outcomes.report(message);
        }
    }
}
