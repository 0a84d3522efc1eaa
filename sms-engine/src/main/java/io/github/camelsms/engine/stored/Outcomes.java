package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.engine.LoopAlarm;
import io.github.camelsms.engine.QueuedMessage;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.Submission;
import io.github.camelsms.model.Backoff;
import io.github.camelsms.model.Nanos;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.MessageResults;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsMessageRevision;
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

    /** Maximum number of outcomes that wait for the completion of their exchange. */
    static final int MAX_HELD = 10_000;
    /** Maximum number of such outcomes of an input without a known end, whose exchange may never complete. */
    static final int MAX_HELD_OF_STREAM = 1_000;

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

    private final EngineContext context;
    private final StoredBacklog backlog;
    private final Acknowledgments acknowledgments;
    /** Responses whose call is in progress. The others wait for a repeated call. */
    private final Set<Unrecorded> recording = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Unrecorded> failed = new ArrayDeque<>();
    private boolean hasRecorded;
    private long retryAt;
    /** Number of failed calls since the last successful one. */
    private int failures;

    private record Unrecorded(SmsRequestId request, List<SmsMessageOutcome> outcomes, SmsWhenUnknown whenUnknown) {
    }

    Outcomes(EngineContext context, StoredBacklog backlog) {
        this.context = context;
        this.backlog = backlog;
        this.acknowledgments = new Acknowledgments(context);
    }

    /** Records the outcomes of a request. A failed call is repeated until it succeeds. */
    void record(SmsRequestId request, List<SmsMessageOutcome> outcomes, SmsWhenUnknown whenUnknown) {
        record(new Unrecorded(request, outcomes, whenUnknown));
    }

    private void record(Unrecorded facts) {
        recording.add(facts);
        context.calls().call(() -> context.store().sending().record(facts.request, facts.outcomes, facts.whenUnknown),
                messages -> {
                    recording.remove(facts);
                    failures = 0;
                    hasRecorded = true;
                    messages.forEach(this::recorded);
                    reportLost(facts, messages);
                    reportContradictions(facts, messages);
                    if (facts.outcomes.stream().anyMatch(SmsMessageOutcome::waitsAgain)) {
                        context.onQueued().run();
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

    private void backOff() {
        retryAt = context.clock().nanos() + BACKOFF.after(failures++).toNanos();
    }

    /**
     * Reports a message to its callers and to the listeners, if this engine has recorded an outcome of it. The
     * listeners of all nodes together receive each outcome once.
     */
    void recorded(SmsStoredMessage message) {
        SmsSendResult result = message.result();
        if (result != null) {
            List<QueuedMessage> callers = complete(message, result);
            long age = callers.isEmpty()
                    ? Nanos.of(Duration.between(message.storedAt(), context.clock().instant()))
                    : context.clock().nanos() - callers.get(0).takenAt;
            context.listeners().messageCompleted(result, age);
        }
    }

    /** Reports messages that have left their request before it was sent, if they have an outcome. */
    void withdrawn(List<SmsStoredMessage> messages) {
        hasRecorded = true;
        messages.forEach(this::recorded);
    }

    /** Reports a message that has an outcome to its callers. */
    void report(SmsStoredMessage message) {
        SmsSendResult result = message.result();
        if (result != null) {
            complete(message, result);
        }
    }

    /** Completes the callers of a message, and returns them. */
    private List<QueuedMessage> complete(SmsStoredMessage message, SmsSendResult result) {
        List<QueuedMessage> callers = backlog.takeWaiting(message.correlationId(), message.revision());
        callers.forEach(caller -> complete(caller, result, message));
        return callers;
    }

    /** An outcome that was promised to consumers of results goes to them, even if a caller gets it, too. */
    private void complete(QueuedMessage caller, SmsSendResult result, SmsStoredMessage message) {
        backlog.left(caller);
        if (message.offer() == SmsOffer.AFTER_CALLER && !caller.isObserver) {
            acknowledgments.delivered(caller.submission, message.named());
        }
        context.completions().deliver(caller, result);
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
            context.listeners().publish(it -> it.contradicted(response, contradicted));
        }
    }

    /** A request that was not sent says nothing about the message, whose status is of an earlier one. */
    private static boolean isRejection(@Nullable SmsSendResult result) {
        return result != null && result.sentAt() != null
                && (result.outcome() == SmsOutcome.REJECTED || result.outcome() == SmsOutcome.NOT_SENT);
    }

    /** Completes a caller with a result that the store does not have. */
    void complete(QueuedMessage caller, SmsSendResult result) {
        backlog.left(caller);
        context.completions().complete(caller, result, context.clock().nanos());
    }

    /** Completes a caller that no longer waits for a message, which has its outcome later. */
    void leave(QueuedMessage caller, String reason) {
        backlog.left(caller);
        context.completions().deliver(caller, caller.unknown(null, reason));
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

    /** Lets the next step repeat failed calls, because the store is available again. */
    void repeatFailed() {
        retryAt = 0;
        acknowledgments.repeatFailed();
    }

    /** Returns the time of the next action, or {@link LoopAlarm#NEVER}. */
    long next() {
        return Math.min(failed.isEmpty() ? LoopAlarm.NEVER : retryAt, acknowledgments.next());
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

    /** Discards outcomes that could not be recorded or acknowledged, because the engine terminates. */
    void abandon() {
        failed.clear();
        acknowledgments.abandon();
    }

    /**
     * Acknowledgments of outcomes that were delivered to callers. The outcomes of an exchange are acknowledged after it
     * has completed. Until then they stay hidden from consumers of results, which get them if the process ends.
     * Confined to the account's loop.
     */
    private static final class Acknowledgments {

        private static final int MAX_UNACKNOWLEDGED = 100_000;
        private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();
        private static final long HIDE_NANOS = SmsOffer.CALLER_TIMEOUT.dividedBy(2).toNanos();

        private final EngineContext context;
        private final MessageResults results;
        /** In the order in which their outcomes must be hidden again. */
        private final Map<Submission, Held> held = new LinkedHashMap<>();
        private final List<SmsMessageRevision> toAcknowledge = new ArrayList<>();
        private final Deque<List<SmsMessageRevision>> toHide = new ArrayDeque<>();
        private boolean isAcknowledging;
        private boolean isHiding;
        private long retryAt;

        /** Outcomes of an exchange that has not completed. */
        private static final class Held {

            final List<SmsMessageRevision> outcomes = new ArrayList<>(1);
            boolean isFull;
            long hideAt;

            Held(long hideAt) {
                this.hideAt = hideAt;
            }
        }

        Acknowledgments(EngineContext context) {
            this.context = context;
            this.results = context.store().results();
        }

        /**
         * Adds an outcome that an input has received. If it has received very many, they are acknowledged immediately.
         */
        void delivered(Submission input, SmsMessageRevision outcome) {
            Held current = held.computeIfAbsent(input, this::hold);
            current.outcomes.add(outcome);
            current.isFull |= current.outcomes.size() > (input.reader.mayWait() ? MAX_HELD_OF_STREAM : MAX_HELD);
            if (current.isFull) {
                current.outcomes.forEach(this::acknowledge);
                current.outcomes.clear();
            }
        }

        private Held hold(Submission input) {
            input.afterCompletion = () -> context.loop().execute(() -> completed(input));
            return new Held(context.clock().nanos() + HIDE_NANOS);
        }

        private void completed(Submission input) {
            Held completed = held.remove(input);
            if (completed != null) {
                completed.outcomes.forEach(this::acknowledge);
            }
        }

        /** Beyond a limit, the outcome is redelivered instead. */
        private void acknowledge(SmsMessageRevision outcome) {
            if (toAcknowledge.size() < MAX_UNACKNOWLEDGED) {
                toAcknowledge.add(outcome);
            }
        }

        boolean isAtRest() {
            return !isAcknowledging && toAcknowledge.isEmpty();
        }

        /** Lets the next step repeat failed calls, because the store is available again. */
        void repeatFailed() {
            retryAt = 0;
        }

        /** Starts the calls that are due. */
        void proceed(long now) {
            if (mayAcknowledge() && now >= retryAt) {
                startAcknowledging();
            }
            collect(now);
            if (!isHiding && !toHide.isEmpty()) {
                hide();
            }
        }

        private boolean mayAcknowledge() {
            return !isAcknowledging && !toAcknowledge.isEmpty();
        }

        private void startAcknowledging() {
            List<SmsMessageRevision> next = toAcknowledge.subList(0, Math.min(toAcknowledge.size(), StoreCalls.MAX_ITEMS));
            List<SmsMessageRevision> keys = List.copyOf(next);
            next.clear();
            isAcknowledging = true;
            context.calls().call(() -> results.acknowledge(keys), count -> isAcknowledging = false, failure -> {
                isAcknowledging = false;
                keys.forEach(this::acknowledge);
                retryAt = context.clock().nanos() + RETRY_NANOS;
            });
        }

        /** Collects the outcomes to hide again, in calls of limited size. */
        private void collect(long now) {
            List<SmsMessageRevision> keys = new ArrayList<>();
            while (nextHide() <= now) {
                Map.Entry<Submission, Held> first = held.entrySet().iterator().next();
                Submission input = first.getKey();
                Held due = first.getValue();
                keys.addAll(due.outcomes);
                due.hideAt = now + HIDE_NANOS;
                held.remove(input);
                held.put(input, due);
            }
            toHide.addAll(StoreCalls.portions(keys));
        }

        /** If this fails, consumers of results may get these outcomes, too. */
        private void hide() {
            List<SmsMessageRevision> keys = toHide.removeFirst();
            isHiding = true;
            context.calls().call(
                    () -> results.release(keys, SmsOffer.CALLER_TIMEOUT), count -> isHiding = false,
                    failure -> isHiding = false);
        }

        /** Returns the time of the next action, or {@link LoopAlarm#NEVER}. */
        long next() {
            return mayAcknowledge() ? Math.min(retryAt, nextHide()) : nextHide();
        }

        private long nextHide() {
            Iterator<Held> first = held.values().iterator();
            return first.hasNext() ? first.next().hideAt : LoopAlarm.NEVER;
        }

        /** Discards the outcomes that are not acknowledged, because the engine terminates. */
        void abandon() {
            toAcknowledge.clear();
            toHide.clear();
            held.clear();
        }
    }
}
