package io.github.camelsms.dispatch;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Predicate;

import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsStoredMessage;

/**
 * Messages that were not sent, and that the store returns to the queue because callers have submitted them again.
 * Confined to the account's loop.
 */
final class Resubmissions {

    private static final long RETRY_NANOS = 1_000_000_000L;

    private final MessageOperations operations;
    private final String account;
    private final StoreCalls calls;
    private final DispatchClock clock;
    private final WakeUp wakeUp;
    private final Predicate<SmsStoredMessage> isWanted;
    private final Runnable onQueued;
    /** Ids of the messages. Their callers do not time out meanwhile, because the calls can overtake each other. */
    private final Set<Long> running = new HashSet<>();
    /** Calls that have timed out and may still return their message to the queue, with its id. */
    private final Map<Future<Boolean>, Long> late = new HashMap<>();

    /**
     * @param isWanted whether a failed call is repeated for a message
     * @param onQueued called after a message may have been returned to the queue
     */
    Resubmissions(MessageOperations operations, String account, StoreCalls calls, DispatchClock clock,
                  WakeUp wakeUp, Predicate<SmsStoredMessage> isWanted, Runnable onQueued) {
        this.operations = operations;
        this.account = account;
        this.calls = calls;
        this.clock = clock;
        this.wakeUp = wakeUp;
        this.isWanted = isWanted;
        this.onQueued = onQueued;
    }

    /** Returns whether a message is being returned to the queue. */
    boolean isRunning(long id) {
        return running.contains(id);
    }

    /** Returns whether a call without a response may still return a message to the queue. */
    boolean mayBeQueued(long id) {
        return late.containsValue(id);
    }

    /**
     * Returns a message to the queue if it is still in the revision in which it was not sent.
     *
     * @param deadline    when the message expires
     * @param onUnchanged called if it is not in this revision
     */
    void resubmit(SmsStoredMessage message, long deadline, Runnable onUnchanged) {
        running.add(message.id());
        Duration timeToLive = Duration.ofNanos(deadline - clock.nanos());
        CompletableFuture<Boolean> resubmission = StoreCalls.start(
                () -> operations.resubmit(account, message.correlationId(), message.revision(), timeToLive));
        calls.call(() -> resubmission, isChanged -> {
            onQueued.run();
            running.remove(message.id());
            if (!isChanged) {
                onUnchanged.run();
            }
        }, failure -> {
            // It may have been queued, so its current outcome is not known here.
            if (!resubmission.isDone()) {
                late.put(resubmission, message.id());
            }
            onQueued.run();
            if (isWanted.test(message)) {
                wakeUp.after(RETRY_NANOS, () -> resubmit(message, deadline, onUnchanged));
            } else {
                running.remove(message.id());
            }
        }, (isChanged, failure) -> {
            late.remove(resubmission);
            onQueued.run();
        });
    }
}
