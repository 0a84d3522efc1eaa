package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.SerialExecutor;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.Submission;
import io.github.camelsms.engine.WakeUp;
import io.github.camelsms.store.MessageResults;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsOffer;

/**
 * Acknowledgments of outcomes that were delivered to callers. The outcomes of an exchange are acknowledged after it has
 * completed. Until then they stay hidden from consumers of results, which get them if the process ends. Confined to the
 * account's loop.
 */
final class Acknowledgments {

    /** Maximum number of outcomes that wait for the completion of their exchange. */
    static final int MAX_HELD = 10_000;
    /** Maximum number of such outcomes of an input without a known end, whose exchange may never complete. */
    static final int MAX_HELD_OF_STREAM = 1_000;

    private static final int MAX_UNACKNOWLEDGED = 100_000;
    private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long HIDE_NANOS = SmsOffer.CALLER_TIMEOUT.dividedBy(2).toNanos();

    private final MessageResults results;
    private final StoreCalls calls;
    private final EngineClock clock;
    private final SerialExecutor loop;
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

    Acknowledgments(MessageResults results, StoreCalls calls, EngineClock clock, SerialExecutor loop) {
        this.results = results;
        this.calls = calls;
        this.clock = clock;
        this.loop = loop;
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
        input.afterCompletion = () -> loop.execute(() -> completed(input));
        return new Held(clock.nanos() + HIDE_NANOS);
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
        calls.call(() -> results.acknowledge(keys), count -> isAcknowledging = false, failure -> {
            isAcknowledging = false;
            keys.forEach(this::acknowledge);
            retryAt = clock.nanos() + RETRY_NANOS;
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
        calls.call(
                () -> results.release(keys, SmsOffer.CALLER_TIMEOUT), count -> isHiding = false, failure -> isHiding = false);
    }

    /** Returns the time of the next action, or {@link WakeUp#NEVER}. */
    long next() {
        return mayAcknowledge() ? Math.min(retryAt, nextHide()) : nextHide();
    }

    private long nextHide() {
        Iterator<Held> first = held.values().iterator();
        return first.hasNext() ? first.next().hideAt : WakeUp.NEVER;
    }

    /** Discards the outcomes that are not acknowledged, because the engine terminates. */
    void abandon() {
        toAcknowledge.clear();
        toHide.clear();
        held.clear();
    }
}
