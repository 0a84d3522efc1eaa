package io.github.camelsms.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageSending;
import org.jspecify.annotations.Nullable;

/**
 * Priority queue of messages, in order of arrival within a priority. Every tenth place goes to the message that has
 * waited longest, so that no priority starves. Not thread-safe.
 */
final class PendingQueue implements Backlog {

    private static final int LANES = SmsMessage.HIGHEST_PRIORITY + 1;

    private final List<Deque<QueuedMessage>> lanes = new ArrayList<>(LANES);
    /** A bit for each lane that holds messages. */
    private int lanesInUse;
    private int size;
    private long lastOrder;
    private int places;
    /** Lower bound of all deadlines in the queue. */
    private long noneExpiresBefore = Long.MAX_VALUE;

    PendingQueue() {
        for (int priority = 0; priority < LANES; priority++) {
            lanes.add(new ArrayDeque<>());
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int sizeFrom(int priority) {
        int before = 0;
        for (int p = priority; p < LANES; p++) {
            before += lanes.get(p).size();
        }
        return before;
    }

    long noneExpiresBefore() {
        return noneExpiresBefore;
    }

    @Override
    public @Nullable Long oldestTakenAt() {
        Long oldest = null;
        for (Deque<QueuedMessage> lane : lanes) {
            QueuedMessage first = lane.peekFirst();
            if (first != null && (oldest == null || first.takenAt < oldest)) {
                oldest = first.takenAt;
            }
        }
        return oldest;
    }

    @Override
    public void addLast(QueuedMessage entry) {
        entry.order = ++lastOrder;
        lanes.get(entry.priority).addLast(entry);
        added(entry);
    }

    /**
     * Returns messages that were not sent to their previous positions.
     */
    void putBack(List<QueuedMessage> batch) {
        batch.stream().collect(Collectors.groupingBy(entry -> entry.priority)).forEach(
                (priority, entries) -> putBack(entries, lanes.get(priority)));
    }

    private void putBack(List<QueuedMessage> entries, Deque<QueuedMessage> lane) {
        List<QueuedMessage> front = new ArrayList<>(entries);
        long last = front.stream().mapToLong(entry -> entry.order).max().orElse(0);
        entries.forEach(this::added);
        // The messages of an earlier request may already have been put back.
        for (QueuedMessage first = lane.peekFirst(); first != null && first.order < last; first = lane.peekFirst()) {
            front.add(lane.removeFirst());
        }
        front.sort(Comparator.comparingLong(entry -> entry.order));
        for (int i = front.size() - 1; i >= 0; i--) {
            lane.addFirst(front.get(i));
        }
    }

    /**
     * Removes and returns the next messages, at most <code>count</code>. A message with the same correlation id as an
     * earlier one keeps its position, because the response could not distinguish them.
     */
    List<QueuedMessage> take(int count) {
        return take(count, new HashSet<>(2 * Math.min(count, size)));
    }

    /**
     * Removes and returns the next messages, at most <code>count</code>, which do not have these ids either. Adds their
     * ids.
     */
    List<QueuedMessage> take(int count, Set<String> ids) {
        List<QueuedMessage> batch = new ArrayList<>(Math.min(count, size));
        List<QueuedMessage> sameId = new ArrayList<>(0);
        while (batch.size() < count && size > 0) {
            QueuedMessage entry = removeNext();
            String id = entry.message.correlationId();
            if (id == null || ids.add(id)) {
                batch.add(entry);
            } else {
                sameId.add(entry);
            }
        }
        if (!sameId.isEmpty()) {
            putBack(sameId);
        }
        if (size == 0) {
            noneExpiresBefore = Long.MAX_VALUE;
        }
        return batch;
    }

    /**
     * Removes and returns the expired messages.
     */
    List<QueuedMessage> takeExpired(long now) {
        List<QueuedMessage> expired = new ArrayList<>();
        noneExpiresBefore = Long.MAX_VALUE;
        for (int priority = 0; priority < LANES; priority++) {
            Deque<QueuedMessage> lane = lanes.get(priority);
            for (QueuedMessage entry : lane) {
                if (entry.deadline <= now) {
                    expired.add(entry);
                } else {
                    noneExpiresBefore = Math.min(noneExpiresBefore, entry.deadline);
                }
            }
            if (!expired.isEmpty()) {
                lane.removeIf(entry -> entry.deadline <= now);
            }
            if (lane.isEmpty()) {
                lanesInUse &= ~(1 << priority);
            }
        }
        expired.forEach(this::removed);
        return expired;
    }

    List<QueuedMessage> takeAll() {
        List<QueuedMessage> all = new ArrayList<>(size);
        for (int priority = LANES - 1; priority >= 0; priority--) {
            all.addAll(lanes.get(priority));
            lanes.get(priority).clear();
        }
        all.forEach(this::removed);
        lanesInUse = 0;
        noneExpiresBefore = Long.MAX_VALUE;
        return all;
    }

    private QueuedMessage removeNext() {
        places++;
        Deque<QueuedMessage> next = places % MessageSending.LONGEST_WAITING_EVERY == 0 ? longestWaiting() : highest();
        QueuedMessage entry = next.removeFirst();
        removed(entry);
        if (next.isEmpty()) {
            lanesInUse -= 1 << entry.priority;
        }
        return entry;
    }

    private Deque<QueuedMessage> highest() {
        return lanes.get(Integer.SIZE - 1 - Integer.numberOfLeadingZeros(lanesInUse));
    }

    private Deque<QueuedMessage> longestWaiting() {
        Deque<QueuedMessage> longest = highest();
        for (int others = lanesInUse - Integer.highestOneBit(lanesInUse); others != 0; others &= others - 1) {
            Deque<QueuedMessage> lane = lanes.get(Integer.numberOfTrailingZeros(others));
            if (lane.getFirst().order < longest.getFirst().order) {
                longest = lane;
            }
        }
        return longest;
    }

    private void added(QueuedMessage entry) {
        size++;
        lanesInUse |= 1 << entry.priority;
        entry.submission.queued++;
        noneExpiresBefore = Math.min(noneExpiresBefore, entry.deadline);
    }

    private void removed(QueuedMessage entry) {
        size--;
        entry.submission.queued--;
    }
}
