package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.Entry;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.WakeUp;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;

/**
 * Messages that were not sent, and that the store returns to the queue because callers have submitted them again.
 * Confined to the account's loop.
 */
final class Resubmissions {

    private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final String MAY_BE_QUEUED
            = "the message store has not responded to a call that returns the message to the queue, so it may be sent later. Look it up with its correlation id";

    private final MessageOperations operations;
    private final String account;
    private final StoreCalls calls;
    private final StoredBacklog backlog;
    private final Outcomes outcomes;
    private final EngineClock clock;
    private final WakeUp wakeUp;
    private final Runnable onQueued;
    /** Ids of the messages. Their callers do not time out meanwhile, because the calls can overtake each other. */
    private final Set<Long> running = new HashSet<>();
    /** Calls that have timed out and may still return their message to the queue, with its id. */
    private final Map<Future<Boolean>, Long> late = new HashMap<>();
    private boolean isTerminated;

    /**
     * @param onQueued called after a message may have been returned to the queue
     */
    Resubmissions(MessageOperations operations, String account, StoreCalls calls, StoredBacklog backlog,
                  Outcomes outcomes, EngineClock clock, WakeUp wakeUp, Runnable onQueued) {
        this.operations = operations;
        this.account = account;
        this.calls = calls;
        this.backlog = backlog;
        this.outcomes = outcomes;
        this.clock = clock;
        this.wakeUp = wakeUp;
        this.onQueued = onQueued;
    }

    /** Stops repeating failed calls. */
    void terminate() {
        isTerminated = true;
    }

    /** Returns whether a message is being returned to the queue. */
    boolean isRunning(long id) {
        return running.contains(id);
    }

    /** Returns whether a call without a response may still return a message to the queue. */
    private boolean mayBeQueued(long id) {
        return late.containsValue(id);
    }

    /** Returns the correlation ids of the messages that a call without a response may still return to the queue. */
    Set<String> mayBeQueued(List<Entry> entries) {
        return entries.stream().filter(entry -> mayBeQueued(entry.storedId)).map(Entry::id).collect(Collectors.toSet());
    }

    /**
     * Returns a message to the queue if it is still in the revision in which it was not sent. Otherwise, reports the
     * outcome that it has now.
     *
     * @param deadline when the message expires
     */
    void resubmit(SmsStoredMessage message, long deadline) {
        running.add(message.id());
        Duration timeToLive = Duration.ofNanos(deadline - clock.nanos());
        CompletableFuture<Boolean> resubmission = StoreCalls.start(
                () -> operations.resubmit(account, message.correlationId(), message.revision(), timeToLive));
        calls.call(() -> resubmission, isChanged -> {
            onQueued.run();
            running.remove(message.id());
            if (!isChanged) {
                reportCurrent(message);
            }
        }, failure -> {
            // It may have been queued, so its current outcome is not known here.
            if (!resubmission.isDone()) {
                late.put(resubmission, message.id());
            }
            onQueued.run();
            if (!isTerminated && isAwaited(message)) {
                wakeUp.after(RETRY_NANOS, () -> resubmit(message, deadline));
            } else {
                running.remove(message.id());
            }
        }, (isChanged, failure) -> {
            late.remove(resubmission);
            onQueued.run();
        });
    }

    /** Returns whether a caller waits for a message and has not timed out. */
    private boolean isAwaited(SmsStoredMessage message) {
        long now = clock.nanos();
        return backlog.allWaitingFor(message.correlationId()).stream()
                .anyMatch(entry -> !entry.isObserver && now < entry.deadline);
    }

    private void reportCurrent(SmsStoredMessage message) {
        List<Entry> callers = backlog.allWaitingFor(message.correlationId());
        boolean mayBeQueued = mayBeQueued(message.id());
        calls.call(
                () -> operations.find(account, List.of(message.correlationId())),
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
    void report(SmsStoredMessage message, List<Entry> callers, boolean isRecorded, boolean mayBeQueued) {
        if (message.state() == SmsMessageState.NOT_SENT && (mayBeQueued || mayBeQueued(message.id()))) {
            for (Entry caller : backlog.takeWaiting(message.correlationId(), Long.MAX_VALUE)) {
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
}
