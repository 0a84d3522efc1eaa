package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.Entry;
import io.github.camelsms.engine.Refusal;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.WakeUp;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait for outcomes of stored messages which no request of this engine provides. It cancels the wait of
 * callers whose delivery timeout has passed, and finds the outcomes of messages that other nodes send. Confined to the
 * account's loop.
 */
final class Callers {

    /** Interval between two searches. */
    private static final long SEARCH_NANOS = Duration.ofSeconds(1).toNanos();
    /** Interval between two searches for messages of this engine that others have settled without a hint. */
    private static final long SEARCH_WITHOUT_HINT_NANOS = 30 * SEARCH_NANOS;
    /** How long a caller waits after its deadline if the store does not respond. */
    private static final long STORE_GRACE = Duration.ofSeconds(10).toNanos();
    private static final String TIMED_OUT = "its deliveryTimeout ended before it could be sent; it was not sent";
    private static final String NOT_SETTLED
            = "the message store does not respond; the message is stored, and may have been sent or be sent later. Look it up with its correlation id";
    private static final String LOST
            = "the message is no longer in the message store, so its database has lost the last commits; the message may have been sent, and is not sent now. Query its status before you submit it again";

    private static final String STAYS_QUEUED
            = "the message was stored before, perhaps without a waiting exchange, or queued by an operator. It still waits and may be sent later; this exchange no longer waits for its outcome. Look it up with its correlation id";

    private final MessageOperations operations;
    private final String account;
    private final StoreCalls calls;
    private final StoredBacklog backlog;
    private final Outcomes outcomes;
    private final Resubmissions resubmissions;
    private final EngineClock clock;
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
    private record Search(String reason, Deque<Entry> ended, Deque<Entry> others) {
    }

    /**
     * @param onQueued called after a message was returned to the queue
     */
    Callers(MessageOperations operations, String account, StoreCalls calls, StoredBacklog backlog,
            Outcomes outcomes, EngineClock clock, WakeUp wakeUp, Runnable onQueued) {
        this.operations = operations;
        this.account = account;
        this.calls = calls;
        this.backlog = backlog;
        this.outcomes = outcomes;
        this.clock = clock;
        this.resubmissions = new Resubmissions(
                operations, account, calls, backlog, outcomes, clock, wakeUp, onQueued);
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
        resubmissions.terminate();
        nextSearch = 0;
    }

    /** Returns the time of the next search, or {@link WakeUp#NEVER}. */
    long next() {
        return backlog.isAnyWaiting() && !isSearching ? nextSearch : WakeUp.NEVER;
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
        Map<Boolean, List<Entry>> waiting = backlog.waiting().stream().collect(
                Collectors.partitioningBy(
                        entry -> !resubmissions.isRunning(entry.storedId)
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
        search.ended.removeIf(entry -> resubmissions.isRunning(entry.storedId));
        List<Entry> ended = takeChunk(search.ended);
        List<Entry> others = ended.isEmpty() ? takeChunk(search.others) : List.of();
        if (!ended.isEmpty()) {
            end(search, ended);
        } else if (!others.isEmpty()) {
            find(search, others, outcomes::report);
        } else {
            isSearching = false;
        }
    }

    /** Ends the wait of callers, and the messages that end with it. */
    private void end(Search search, List<Entry> ended) {
        List<String> ids = ids(ended.stream().filter(entry -> !entry.isObserver).toList());
        // Before the search, because a late call can overtake it.
        Set<String> mayBeQueued = resubmissions.mayBeQueued(ended);
        if (ids.isEmpty()) {
            ended(search, ended, Set.of(), mayBeQueued);
            return;
        }
        calls.call(
                () -> operations.giveUp(account, ids, search.reason),
                operated -> ended(search, ended, operated.stream().filter(SmsOperated::isChanged)
                        .map(SmsOperated::correlationId).collect(Collectors.toSet()), mayBeQueued),
                failure -> fail(search, ended));
    }

    private void ended(Search search, List<Entry> ended, Set<String> changed, Set<String> mayBeQueued) {
        find(search, ended, message -> {
            String id = message.correlationId();
            resubmissions.report(message, ended, changed.contains(id), mayBeQueued.contains(id));
            if (message.state().isWaiting()) {
                leave(message, ended);
            }
        });
    }

    /** Completes callers that no longer wait for a message that stays queued without them. */
    private void leave(SmsStoredMessage message, List<Entry> ended) {
        for (Entry entry : ended) {
            boolean stays = entry.isObserver || message.expiresAt() == null;
            if (stays && entry.id().equals(message.correlationId()) && backlog.stopWaiting(entry)) {
                outcomes.leave(entry, STAYS_QUEUED);
            }
        }
    }

    private static List<Entry> takeChunk(Deque<Entry> entries) {
        List<Entry> chunk = new ArrayList<>(Math.min(StoreCalls.MAX_ITEMS, entries.size()));
        while (chunk.size() < StoreCalls.MAX_ITEMS && !entries.isEmpty()) {
            chunk.add(entries.removeFirst());
        }
        return chunk;
    }

    private void find(Search search, List<Entry> entries, Consumer<SmsStoredMessage> report) {
        find(ids(entries), messages -> {
            messages.forEach(report);
            lost(entries, messages);
            proceed(search);
        }, () -> fail(search, entries));
    }

    /** Completes callers whose messages were stored, and are not found. */
    private void lost(List<Entry> entries, List<SmsStoredMessage> found) {
        Set<String> ids = new HashSet<>(ids(entries));
        found.forEach(message -> ids.remove(message.correlationId()));
        for (String id : ids) {
            for (Entry caller : backlog.takeWaiting(id, Long.MAX_VALUE)) {
                outcomes.complete(caller, caller.unknown(null, LOST));
            }
        }
    }

    private void find(List<String> ids, Consumer<List<SmsStoredMessage>> onFound, Runnable onFailure) {
        calls.call(() -> operations.find(account, ids), onFound, failure -> onFailure.run());
    }

    /** Ends a search, and completes callers that can wait no longer. */
    private void fail(Search search, List<Entry> entries) {
        isSearching = false;
        long now = clock.nanos();
        for (Entry entry : Stream.of(entries, search.ended, search.others).flatMap(Collection::stream).toList()) {
            boolean isOver = isTerminated || entry.deadline + STORE_GRACE <= now;
            if (isOver && backlog.stopWaiting(entry)) {
                outcomes.complete(entry, entry.unknown(null, NOT_SETTLED));
            }
        }
    }

    private static List<String> ids(Collection<Entry> entries) {
        return entries.stream().map(Entry::id).distinct().toList();
    }

    /** Reports the outcome of a message if it has one in the meantime. */
    void lookAgain(SmsStoredMessage message) {
        find(List.of(message.correlationId()), messages -> messages.forEach(outcomes::report), () -> {
        });
    }

    /** Returns a message that was not sent to the queue, for a caller that submits it again and waits until a time. */
    void retry(SmsStoredMessage message, long deadline) {
        resubmissions.resubmit(message, deadline);
    }
}
