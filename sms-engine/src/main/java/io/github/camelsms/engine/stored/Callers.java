package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.engine.LoopAlarm;
import io.github.camelsms.engine.QueuedMessage;
import io.github.camelsms.engine.Refusal;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait for outcomes of stored messages which no request of this engine provides. It cancels the wait of
 * callers whose delivery timeout has passed, finds the outcomes of messages that other nodes send, and returns messages
 * to the queue that were not sent and that callers have submitted again. Confined to the account's loop.
 */
final class Callers {

    /** Interval between two searches. */
    private static final long SEARCH_NANOS = Duration.ofSeconds(1).toNanos();
    /** Interval between two searches for messages of this engine that others have settled without a hint. */
    private static final long SEARCH_WITHOUT_HINT_NANOS = 30 * SEARCH_NANOS;
    private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();
    /** How long a caller waits after its deadline if the store does not respond. */
    private static final long STORE_GRACE = Duration.ofSeconds(10).toNanos();
    private static final String TIMED_OUT = "its deliveryTimeout ended before it could be sent; it was not sent";
    private static final String NOT_SETTLED
            = "the message store does not respond; the message is stored, and may have been sent or be sent later. Look it up with its correlation id";
    private static final String LOST
            = "the message is no longer in the message store, so its database has lost the last commits; the message may have been sent, and is not sent now. Query its status before you submit it again";

    private static final String STAYS_QUEUED
            = "the message was stored before, perhaps without a waiting exchange, or queued by an operator. It still waits and may be sent later; this exchange no longer waits for its outcome. Look it up with its correlation id";
    private static final String MAY_BE_QUEUED
            = "the message store has not responded to a call that returns the message to the queue, so it may be sent later. Look it up with its correlation id";

    private final EngineContext context;
    private final MessageOperations operations;
    private final StoredBacklog backlog;
    private final Outcomes outcomes;
    /**
     * Ids of the messages that are being resubmitted. Their callers do not time out meanwhile, because the calls can
     * overtake each other.
     */
    private final Set<Long> resubmitted = new HashSet<>();
    /** Resubmissions that have timed out and may still return their message to the queue, with its id. */
    private final Map<Future<Boolean>, Long> late = new HashMap<>();
    private boolean isTerminated;
    private boolean isSearching;
    /** Whether messages that this engine sends may have been settled by others. */
    private boolean isAnySettled;
    private long nextSearch;
    private long nextWithoutHint;

    /**
     * Search in progress.
     *
     * @param reason why the messages of callers that have timed out are not sent
     * @param ended  entries of these callers, not yet processed
     * @param others other entries whose outcomes are searched for, not yet processed
     */
    private record Search(String reason, Deque<QueuedMessage> ended, Deque<QueuedMessage> others) {
    }

    Callers(EngineContext context, StoredBacklog backlog, Outcomes outcomes) {
        this.context = context;
        this.operations = context.store().operations();
        this.backlog = backlog;
        this.outcomes = outcomes;
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

    /** Returns the time of the next search, or {@link LoopAlarm#NEVER}. */
    long next() {
        return backlog.isAnyWaiting() && !isSearching ? nextSearch : LoopAlarm.NEVER;
    }

    /**
     * Ends messages whose callers time out, and searches for the outcomes of others, if this is due.
     *
     * @param refusal         why messages with a waiting caller are no longer sent, or null
     * @param isSentByAnother whether another node may send the messages
     */
    void search(@Nullable Refusal refusal, boolean isSentByAnother, long now) {
        if (now < next()) {
            return;
        }
        nextSearch = now + SEARCH_NANOS;
        Map<Boolean, List<QueuedMessage>> waiting = backlog.waiting().stream().collect(
                Collectors.partitioningBy(
                        entry -> !resubmitted.contains(entry.storedId)
                                && (refusal != null || entry.deadline + SEARCH_NANOS <= now)));
        Search search = new Search(
                refusal == null ? TIMED_OUT : refusal.reason(), new ArrayDeque<>(waiting.get(true)), new ArrayDeque<>());
        if (isSentByAnother || isAnySettled || hasWaitedWithoutHint(now)) {
            isAnySettled = false;
            nextWithoutHint = now + SEARCH_WITHOUT_HINT_NANOS;
            search.others.addAll(waiting.get(false));
        }
        isSearching = true;
        proceed(search);
    }

    /** Hints can get lost, and behind a connection pooler there are none. */
    private boolean hasWaitedWithoutHint(long now) {
        Long oldest = backlog.oldestTakenAt();
        return oldest != null && now >= nextWithoutHint && now - oldest >= SEARCH_WITHOUT_HINT_NANOS;
    }

    /** Continues a search with its next messages. */
    private void proceed(Search search) {
        search.ended.removeIf(entry -> resubmitted.contains(entry.storedId));
        List<QueuedMessage> ended = takeChunk(search.ended);
        List<QueuedMessage> others = ended.isEmpty() ? takeChunk(search.others) : List.of();
        if (!ended.isEmpty()) {
            end(search, ended);
        } else if (!others.isEmpty()) {
            find(search, others, outcomes::report);
        } else {
            isSearching = false;
        }
    }

    /** Ends the wait of callers, and the messages that end with it. */
    private void end(Search search, List<QueuedMessage> ended) {
        List<String> ids = ids(ended.stream().filter(entry -> !entry.isObserver).toList());
        // Before the search, because a late call can overtake it.
        Set<String> mayBeQueued = mayBeQueued(ended);
        if (ids.isEmpty()) {
            ended(search, ended, Set.of(), mayBeQueued);
            return;
        }
        context.calls().call(
                () -> operations.giveUp(context.account(), ids, search.reason),
                operated -> ended(search, ended, operated.stream().filter(SmsOperated::isChanged)
                        .map(SmsOperated::correlationId).collect(Collectors.toSet()), mayBeQueued),
                failure -> fail(search, ended));
    }

    private void ended(Search search, List<QueuedMessage> ended, Set<String> changed, Set<String> mayBeQueued) {
        find(search, ended, message -> {
            String id = message.correlationId();
            report(message, ended, changed.contains(id), mayBeQueued.contains(id));
            if (message.state().isWaiting()) {
                leave(message, ended);
            }
        });
    }

    /** Completes callers that no longer wait for a message that stays queued without them. */
    private void leave(SmsStoredMessage message, List<QueuedMessage> ended) {
        for (QueuedMessage entry : ended) {
            boolean stays = entry.isObserver || message.expiresAt() == null;
            if (stays && entry.id().equals(message.correlationId()) && backlog.stopWaiting(entry)) {
                outcomes.leave(entry, STAYS_QUEUED);
            }
        }
    }

    private static List<QueuedMessage> takeChunk(Deque<QueuedMessage> entries) {
        List<QueuedMessage> chunk = new ArrayList<>(Math.min(StoreCalls.MAX_ITEMS, entries.size()));
        while (chunk.size() < StoreCalls.MAX_ITEMS && !entries.isEmpty()) {
            chunk.add(entries.removeFirst());
        }
        return chunk;
    }

    private void find(Search search, List<QueuedMessage> entries, Consumer<SmsStoredMessage> report) {
        find(ids(entries), messages -> {
            messages.forEach(report);
            lost(entries, messages);
            proceed(search);
        }, () -> fail(search, entries));
    }

    /** Completes callers whose messages were stored, and are not found. */
    private void lost(List<QueuedMessage> entries, List<SmsStoredMessage> found) {
        Set<String> ids = new HashSet<>(ids(entries));
        found.forEach(message -> ids.remove(message.correlationId()));
        for (String id : ids) {
            for (QueuedMessage caller : backlog.takeWaiting(id, Long.MAX_VALUE)) {
                outcomes.complete(caller, caller.unknown(null, LOST));
            }
        }
    }

    private void find(List<String> ids, Consumer<List<SmsStoredMessage>> onFound, Runnable onFailure) {
        context.calls().call(() -> operations.find(context.account(), ids), onFound, failure -> onFailure.run());
    }

    /** Ends a search, and completes callers that can wait no longer. */
    private void fail(Search search, List<QueuedMessage> entries) {
        isSearching = false;
        long now = context.clock().nanos();
        for (QueuedMessage entry : Stream.of(entries, search.ended, search.others).flatMap(Collection::stream).toList()) {
            boolean isOver = isTerminated || entry.deadline + STORE_GRACE <= now;
            if (isOver && backlog.stopWaiting(entry)) {
                outcomes.complete(entry, entry.unknown(null, NOT_SETTLED));
            }
        }
    }

    private static List<String> ids(Collection<QueuedMessage> entries) {
        return entries.stream().map(QueuedMessage::id).distinct().toList();
    }

    /** Reports the outcome of a message if it has one in the meantime. */
    void lookAgain(SmsStoredMessage message) {
        find(List.of(message.correlationId()), messages -> messages.forEach(outcomes::report), () -> {
        });
    }

    /**
     * Returns a message to the queue if it is still in the revision in which it was not sent. Otherwise, reports the
     * outcome that it has now.
     *
     * @param deadline when the message expires
     */
    void resubmit(SmsStoredMessage message, long deadline) {
        resubmitted.add(message.id());
        Duration timeToLive = Duration.ofNanos(deadline - context.clock().nanos());
        CompletableFuture<Boolean> resubmission = StoreCalls.start(
                () -> operations.resubmit(context.account(), message.correlationId(), message.revision(), timeToLive));
        context.calls().call(() -> resubmission, isChanged -> {
            context.onQueued().run();
            resubmitted.remove(message.id());
            if (!isChanged) {
                reportCurrent(message);
            }
        }, failure -> {
            // It may have been queued, so its current outcome is not known here.
            if (!resubmission.isDone()) {
                late.put(resubmission, message.id());
            }
            context.onQueued().run();
            if (!isTerminated && isAwaited(message)) {
                context.loopAlarm().after(RETRY_NANOS, () -> resubmit(message, deadline));
            } else {
                resubmitted.remove(message.id());
            }
        }, (isChanged, failure) -> {
            late.remove(resubmission);
            context.onQueued().run();
        });
    }

    /** Returns whether a caller waits for a message and has not timed out. */
    private boolean isAwaited(SmsStoredMessage message) {
        long now = context.clock().nanos();
        return backlog.allWaitingFor(message.correlationId()).stream()
                .anyMatch(entry -> !entry.isObserver && now < entry.deadline);
    }

    private void reportCurrent(SmsStoredMessage message) {
        List<QueuedMessage> callers = backlog.allWaitingFor(message.correlationId());
        boolean mayBeQueued = mayBeQueued(message.id());
        context.calls().call(
                () -> operations.find(context.account(), List.of(message.correlationId())),
                messages -> messages.forEach(found -> report(found, callers, false, mayBeQueued)), failure -> {
                });
    }

    /**
     * Reports an outcome even to callers that wanted to replace it, because no later outcome will replace it for
     * callers that waited before the search.
     *
     * @param isRecorded  whether this engine has recorded it
     * @param mayBeQueued whether a late call may have returned it to the queue since the search began
     */
    private void report(SmsStoredMessage message, List<QueuedMessage> callers, boolean isRecorded, boolean mayBeQueued) {
        if (message.state() == SmsMessageState.NOT_SENT && (mayBeQueued || mayBeQueued(message.id()))) {
            for (QueuedMessage caller : backlog.takeWaiting(message.correlationId(), Long.MAX_VALUE)) {
                outcomes.complete(caller, caller.unknown(null, MAY_BE_QUEUED));
            }
        } else if (message.result() != null) {
            callers.stream().filter(entry -> entry.id().equals(message.correlationId()))
                    .forEach(entry -> entry.replacedRevision = 0);
            if (isRecorded) {
                outcomes.recorded(message);
            } else {
                outcomes.report(message);
            }
        }
    }

    /** Returns whether a call without a response may still return a message to the queue. */
    private boolean mayBeQueued(long id) {
        return late.containsValue(id);
    }

    /** Returns the correlation ids of the messages that a call without a response may still return to the queue. */
    private Set<String> mayBeQueued(List<QueuedMessage> entries) {
        return entries.stream().filter(entry -> mayBeQueued(entry.storedId)).map(QueuedMessage::id).collect(Collectors.toSet());
    }
}
