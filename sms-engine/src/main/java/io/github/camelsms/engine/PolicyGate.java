package io.github.camelsms.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Stream;

import io.github.camelsms.model.Backoff;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Gate between the queue and the next request, if there is a policy: messages that the policy is asked about, those
 * that it has allowed, and those on which it had no verdict. The policy is asked shortly before the slot, and about
 * further messages in place of those that it rejects. Confined to the account's loop.
 */
final class PolicyGate implements Backlog {

    /** How long a message that was allowed may wait for its request; then the policy is asked again. */
    static final long MAX_WAIT = Duration.ofSeconds(2).toNanos();

    private static final long MIN_LEAD = Duration.ofMillis(1).toNanos();
    private static final long MAX_LEAD = Duration.ofSeconds(1).toNanos();
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));
    private static final int AVERAGED_CALLS = 8;

    private final PendingQueue queue;
    private final PolicyCalls calls;
    private final EngineClock clock;
    private final Completions completions;
    private List<QueuedMessage> asked = List.of();
    private final List<Passed> passed = new ArrayList<>();
    /** Messages on which the policy had no verdict, while it had some on others. */
    private final Queue<Delayed> delayed = new PriorityQueue<>(Comparator.comparingLong(Delayed::until));
    private final int[] sizes = new int[SmsMessage.HIGHEST_PRIORITY + 1];
    private int size;
    private long noneExpiresBefore = LoopAlarm.NEVER;
    /** Whether the queue has only messages with the ids of those that were allowed. */
    private boolean hasOnlySameIds;
    /** Recent duration of calls. */
    private long usualNanos;
    /** Multiple of that duration before the slot at which the policy is asked; more if it rejects many messages. */
    private long leadFactor = 2;

    /** Message that may join a request. */
    private record Passed(QueuedMessage entry, SendVerdict.Allowed verdict, long since) {
    }

    private record Delayed(QueuedMessage entry, long until) {
    }

    PolicyGate(PendingQueue queue, PolicyCalls calls, EngineClock clock, Completions completions) {
        this.queue = queue;
        this.calls = calls;
        this.clock = clock;
        this.completions = completions;
    }

    @Override
    public void addLast(QueuedMessage entry) {
        hasOnlySameIds = false;
        queue.addLast(entry);
    }

    @Override
    public int size() {
        return size + queue.size();
    }

    @Override
    public int sizeFrom(int priority) {
        int from = queue.sizeFrom(priority);
        for (int p = priority; p < sizes.length; p++) {
            from += sizes[p];
        }
        return from;
    }

    @Override
    public @Nullable Long oldestTakenAt() {
        // Each list is in the order of the queue, so its first message represents it.
        return Stream.of(
                queue.oldestTakenAt(), asked.isEmpty() ? null : asked.get(0).takenAt,
                passed.isEmpty() ? null : passed.get(0).entry.takenAt,
                delayed.isEmpty() ? null : Objects.requireNonNull(delayed.peek()).entry.takenAt)
                .filter(Objects::nonNull).min(Comparator.naturalOrder()).orElse(null);
    }

    /** Returns why the policy has no verdicts, or null. */
    @Nullable
    String trouble() {
        return calls.trouble();
    }

    /** Ends the call in progress, because the engine terminates. */
    void terminate() {
        calls.terminate();
    }

    /** Returns whether a message may join a request now. */
    boolean hasPassed() {
        return !passed.isEmpty();
    }

    /**
     * Returns when the policy is asked next, or {@link LoopAlarm#NEVER}.
     *
     * @param slot      when the next request may depart
     * @param batchSize maximum number of messages in it
     */
    long nextCall(long slot, int batchSize) {
        boolean isComplete = queue.size() == 0 || passed.size() >= batchSize || hasOnlySameIds;
        return isComplete || slot == LoopAlarm.NEVER ? LoopAlarm.NEVER : Math.max(calls.next(), slot - lead());
    }

    private long lead() {
        return Math.max(MIN_LEAD, Math.min(MAX_LEAD, leadFactor * usualNanos));
    }

    /** Asks the policy about the next messages. Returns those that have left the queue. */
    List<QueuedMessage> ask(int batchSize, long now) {
        Set<String> ids = new HashSet<>();
        passed.forEach(each -> addId(ids, each.entry));
        List<QueuedMessage> next = queue.take(batchSize - passed.size(), ids);
        hasOnlySameIds = next.isEmpty();
        if (!next.isEmpty()) {
            asked = next;
            next.forEach(this::added);
            calls.start(next.stream().map(entry -> entry.message).toList(), verdicts -> decided(next, verdicts, now));
        }
        return next;
    }

    private static void addId(Set<String> ids, QueuedMessage entry) {
        String id = entry.message.correlationId();
        if (id != null) {
            ids.add(id);
        }
    }

    private void decided(List<QueuedMessage> entries, List<SendVerdict> verdicts, long began) {
        long now = clock.nanos();
        long took = now - began;
        usualNanos = took > usualNanos ? took : usualNanos + (took - usualNanos) / AVERAGED_CALLS;
        asked = List.of();
        boolean hasFailed = calls.trouble() != null;
        List<QueuedMessage> waiting = new ArrayList<>(0);
        for (int i = 0; i < entries.size(); i++) {
            QueuedMessage entry = entries.get(i);
            if (entry.completed) {
                // It has expired or was refused meanwhile.
                continue;
            }
            SendVerdict verdict = verdicts.get(i);
            if (verdict instanceof SendVerdict.Allowed allowed) {
                entry.failedChecks = 0;
                passed.add(new Passed(entry, allowed, now));
                continue;
            }
            removed(entry);
            if (verdict instanceof SendVerdict.Rejected rejected) {
                completions.complete(entry, entry.rejected(rejected.reason()), now);
            } else if (verdict instanceof SendVerdict.Deferred deferred) {
                completions.complete(entry, entry.notSent(null, withoutStore(deferred)), now);
            } else if (verdict instanceof SendVerdict.Failed failed) {
                entry.lastTrouble = failed.reason();
                if (hasFailed) {
                    waiting.add(entry);
                } else {
                    // Others continue without it.
                    added(entry);
                    delayed.add(new Delayed(entry, now + BACKOFF.after(entry.failedChecks++).toNanos()));
                }
            }
        }
        putBack(waiting);
    }

    private static String withoutStore(SendVerdict.Deferred deferred) {
        return "a policy defers it until " + deferred.until() + " (" + deferred.reason()
               + "), and without a message store nothing waits for that; it was not sent";
    }

    /** Returns messages to the queue that the policy is asked about again. */
    void recall(long now) {
        List<QueuedMessage> due = new ArrayList<>(0);
        for (Delayed first = delayed.peek(); first != null && first.until <= now; first = delayed.peek()) {
            due.add(delayed.remove().entry);
        }
        if (!passed.isEmpty() && passed.get(0).since + MAX_WAIT <= now) {
            passed.forEach(each -> due.add(each.entry));
            passed.clear();
        }
        due.forEach(this::removed);
        putBack(due);
    }

    /** Returns all messages that were allowed to the queue, because earlier ones return there. */
    void recallPassed() {
        List<QueuedMessage> recalled = passed.stream().map(Passed::entry).toList();
        passed.clear();
        recalled.forEach(this::removed);
        putBack(recalled);
    }

    private void putBack(List<QueuedMessage> entries) {
        if (!entries.isEmpty()) {
            hasOnlySameIds = false;
            queue.putBack(entries);
        }
    }

    /** Returns the time of the next {@link #recall}, or {@link LoopAlarm#NEVER}. */
    long nextRecall() {
        Delayed first = delayed.peek();
        return Math.min(
                first == null ? LoopAlarm.NEVER : first.until,
                passed.isEmpty() ? LoopAlarm.NEVER : passed.get(0).since + MAX_WAIT);
    }

    /**
     * Removes and returns the messages of the next request, at most <code>count</code>. Messages that may no longer be
     * sent return to the queue.
     */
    List<QueuedMessage> take(int count) {
        Instant now = clock.instant();
        List<QueuedMessage> batch = new ArrayList<>(Math.min(count, passed.size()));
        List<QueuedMessage> late = new ArrayList<>(0);
        for (Iterator<Passed> all = passed.iterator(); batch.size() < count && all.hasNext();) {
            Passed next = all.next();
            all.remove();
            removed(next.entry);
            (next.verdict.holdsAt(now) ? batch : late).add(next.entry);
        }
        leadFactor = batch.size() < count && queue.size() > 0 ? Math.min(64, 2 * leadFactor) : Math.max(2, leadFactor - 1);
        hasOnlySameIds = false;
        putBack(late);
        return batch;
    }

    long noneExpiresBefore() {
        return noneExpiresBefore;
    }

    /** Removes and returns the expired messages. */
    List<QueuedMessage> takeExpired(long now) {
        List<QueuedMessage> expired = all().filter(entry -> entry.deadline <= now).toList();
        if (!expired.isEmpty()) {
            remove(expired);
        }
        noneExpiresBefore = all().mapToLong(entry -> entry.deadline).min().orElse(LoopAlarm.NEVER);
        return expired;
    }

    /** Removes and returns all messages, also those that the policy is being asked about. */
    List<QueuedMessage> takeAll() {
        List<QueuedMessage> all = all().toList();
        remove(all);
        noneExpiresBefore = LoopAlarm.NEVER;
        return all;
    }

    private void remove(Collection<QueuedMessage> entries) {
        Set<QueuedMessage> removed = new HashSet<>(entries);
        asked = asked.stream().filter(entry -> !removed.contains(entry)).toList();
        passed.removeIf(each -> removed.contains(each.entry));
        delayed.removeIf(each -> removed.contains(each.entry));
        entries.forEach(this::removed);
        hasOnlySameIds = false;
    }

    private Stream<QueuedMessage> all() {
        return Stream.of(asked.stream(), passed.stream().map(Passed::entry), delayed.stream().map(Delayed::entry))
                .flatMap(each -> each);
    }

    private void added(QueuedMessage entry) {
        size++;
        sizes[entry.priority]++;
        noneExpiresBefore = Math.min(noneExpiresBefore, entry.deadline);
    }

    private void removed(QueuedMessage entry) {
        size--;
        sizes[entry.priority]--;
        if (size == 0) {
            noneExpiresBefore = LoopAlarm.NEVER;
        }
    }
}
