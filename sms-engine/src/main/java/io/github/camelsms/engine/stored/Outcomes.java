package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.engine.Completions;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.EngineListeners;
import io.github.camelsms.engine.Entry;
import io.github.camelsms.engine.SerialExecutor;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.WakeUp;
import io.github.camelsms.model.Backoff;
import io.github.camelsms.model.Nanos;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWhenUnknown;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of messages: recorded in the store first, then reported to callers and listeners, then acknowledged.
 * Confined to the account's loop.
 */
final class Outcomes {

    /** Number of unrecorded responses at which sending stops. */
    static final int MAX_UNRECORDED = 64;

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

    private final MessageStore store;
    private final StoreCalls calls;
    private final StoredBacklog backlog;
    private final Completions completions;
    private final EngineListeners listeners;
    private final EngineClock clock;
    private final Acknowledgments acknowledgments;
    private final Runnable onRecorded;
    /** Responses whose call is in progress. The others wait for a repeated call. */
    private final Set<Unrecorded> recording = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Unrecorded> failed = new ArrayDeque<>();
    private boolean hasRecorded;
    private long retryAt;
    /** Number of failed calls since the last successful one. */
    private int failures;

    private record Unrecorded(SmsRequestId request, List<SmsMessageOutcome> outcomes, SmsWhenUnknown whenUnknown) {
    }

    /**
     * @param onRecorded called after messages were returned to the queue
     */
    Outcomes(MessageStore store, StoreCalls calls, StoredBacklog backlog, Completions completions,
             EngineListeners listeners, EngineClock clock, SerialExecutor loop, Runnable onRecorded) {
        this.store = store;
        this.calls = calls;
        this.backlog = backlog;
        this.completions = completions;
        this.listeners = listeners;
        this.clock = clock;
        this.acknowledgments = new Acknowledgments(store.results(), calls, clock, loop);
        this.onRecorded = onRecorded;
    }

    /** Returns the number of responses that are not recorded yet. */
    int unrecorded() {
        return recording.size() + failed.size();
    }

    /** Returns the requests whose responses are not recorded yet. */
    Stream<SmsRequestId> unrecordedRequests() {
        return Stream.concat(recording.stream(), failed.stream()).map(Unrecorded::request);
    }

    /** Returns whether outcomes have been recorded since the last call. */
    boolean takeRecorded() {
        boolean isNews = hasRecorded;
        hasRecorded = false;
        return isNews;
    }

    boolean isAtRest() {
        return unrecorded() == 0 && acknowledgments.isAtRest();
    }

    /** Records the outcomes of a request. A failed call is repeated until it succeeds. */
    void record(SmsRequestId request, List<SmsMessageOutcome> outcomes, SmsWhenUnknown whenUnknown) {
        record(new Unrecorded(request, outcomes, whenUnknown));
    }

    private void record(Unrecorded facts) {
        recording.add(facts);
        calls.call(() -> store.sending().record(facts.request, facts.outcomes, facts.whenUnknown), messages -> {
            recording.remove(facts);
            failures = 0;
            hasRecorded = true;
            messages.forEach(this::recorded);
            reportLost(facts, messages);
            reportContradictions(facts, messages);
            if (facts.outcomes.stream().anyMatch(SmsMessageOutcome::waitsAgain)) {
                onRecorded.run();
            }
        }, failure -> {
            recording.remove(facts);
            failed.add(facts);
            backOff();
        }, (late, failure) -> {
            if (late != null) {
                late.forEach(this::report);
            }
        });
    }

    /**
     * Reports the results of messages that the store has lost, so that their callers do not wait forever.
     */
    private void reportLost(Unrecorded facts, List<SmsStoredMessage> messages) {
        Set<String> known = messages.stream().map(SmsStoredMessage::correlationId).collect(Collectors.toSet());
        for (SmsMessageOutcome outcome : facts.outcomes) {
            String id = outcome.result().correlationId();
            if (id != null && !known.contains(id)) {
                backlog.takeWaiting(id, Long.MAX_VALUE).forEach(caller -> complete(caller, outcome.result()));
            }
        }
    }

    /** Reports messages that the response rejects, although the service has reported them as sent. */
    private void reportContradictions(Unrecorded facts, List<SmsStoredMessage> messages) {
        Map<Long, SmsSendResult> results = facts.outcomes.stream()
                .collect(Collectors.toMap(SmsMessageOutcome::messageId, SmsMessageOutcome::result, (first, second) -> first));
        List<SmsStoredMessage> contradicted = messages.stream()
                .filter(message -> MessageRecord.isSent(message.deliveryStatus()) && isRejection(results.get(message.id())))
                .toList();
        if (!contradicted.isEmpty()) {
            List<SmsSendResult> response = contradicted.stream().map(message -> results.get(message.id())).toList();
            listeners.publish(it -> it.contradicted(response, contradicted));
        }
    }

    /** A request that was not sent says nothing about the message, whose status is of an earlier one. */
    private static boolean isRejection(@Nullable SmsSendResult result) {
        return result != null && result.sentAt() != null
                && (result.outcome() == SmsOutcome.REJECTED || result.outcome() == SmsOutcome.NOT_SENT);
    }

    private void backOff() {
        retryAt = clock.nanos() + BACKOFF.after(failures++).toNanos();
    }

    /** Lets the next step repeat failed calls, because the store is available again. */
    void repeatFailed() {
        retryAt = 0;
        acknowledgments.repeatFailed();
    }

    /** Repeats failed calls, and continues the acknowledgments. */
    void proceed(long now) {
        if (now >= retryAt) {
            for (int left = failed.size(); left > 0; left--) {
                record(failed.removeFirst());
            }
        }
        acknowledgments.proceed(now);
    }

    /** Returns the time of the next action, or {@link WakeUp#NEVER}. */
    long next() {
        return Math.min(failed.isEmpty() ? WakeUp.NEVER : retryAt, acknowledgments.next());
    }

    /** Discards outcomes that could not be recorded or acknowledged, because the engine terminates. */
    void abandon() {
        failed.clear();
        acknowledgments.abandon();
    }

    /**
     * Reports a message to its callers and to the listeners, if this engine has recorded an outcome of it. The
     * listeners of all nodes together receive each outcome once.
     */
    void recorded(SmsStoredMessage message) {
        SmsSendResult result = message.result();
        if (result != null) {
            List<Entry> callers = complete(message, result);
            long age = callers.isEmpty()
                    ? Nanos.of(Duration.between(message.storedAt(), clock.instant()))
                    : clock.nanos() - callers.get(0).takenAt;
            listeners.messageCompleted(result, age);
        }
    }

    /** Reports a message that has an outcome to its callers. */
    void report(SmsStoredMessage message) {
        SmsSendResult result = message.result();
        if (result != null) {
            complete(message, result);
        }
    }

    /** Completes the callers of a message, and returns them. */
    private List<Entry> complete(SmsStoredMessage message, SmsSendResult result) {
        List<Entry> callers = backlog.takeWaiting(message.correlationId(), message.revision());
        callers.forEach(caller -> complete(caller, result, message));
        return callers;
    }

    /** An outcome that was promised to consumers of results goes to them, even if a caller gets it, too. */
    private void complete(Entry caller, SmsSendResult result, SmsStoredMessage message) {
        backlog.left(caller);
        if (message.offer() == SmsOffer.AFTER_CALLER && !caller.isObserver) {
            acknowledgments.delivered(caller.submission, message.named());
        }
        completions.deliver(caller, result);
    }

    /** Completes a caller that no longer waits for a message, which has its outcome later. */
    void leave(Entry caller, String reason) {
        backlog.left(caller);
        completions.deliver(caller, caller.unknown(null, reason));
    }

    /** Completes a caller with a result that the store does not have. */
    void complete(Entry caller, SmsSendResult result) {
        backlog.left(caller);
        completions.complete(caller, result, clock.nanos());
    }
}
