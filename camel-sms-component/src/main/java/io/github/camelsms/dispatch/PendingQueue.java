package io.github.camelsms.dispatch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The messages that wait for a slot, in the order in which they came. Not thread-safe.
 */
final class PendingQueue {

    private final Deque<Entry> entries = new ArrayDeque<>();
    /** No waiting message expires before this time; it may be earlier than the earliest deadline. */
    private long noneExpiresBefore = Long.MAX_VALUE;

    int size() {
        return entries.size();
    }

    long noneExpiresBefore() {
        return noneExpiresBefore;
    }

    void addLast(Entry entry) {
        entry.submission.queued++;
        entries.addLast(entry);
        noneExpiresBefore = Math.min(noneExpiresBefore, entry.deadline);
    }

    /**
     * Puts messages that were not sent after all back before everybody else, in their order.
     */
    void putBack(List<Entry> batch) {
        for (int i = batch.size() - 1; i >= 0; i--) {
            Entry entry = batch.get(i);
            entry.submission.queued++;
            entries.addFirst(entry);
            noneExpiresBefore = Math.min(noneExpiresBefore, entry.deadline);
        }
    }

    /**
     * Takes the first messages, at most <code>count</code>, but never two with the same correlation id: the answer
     * could not tell them apart. The second one stays first in line.
     */
    List<Entry> take(int count) {
        List<Entry> batch = new ArrayList<>(Math.min(count, entries.size()));
        List<Entry> sameId = new ArrayList<>(0);
        Set<String> ids = new HashSet<>();
        while (batch.size() < count && !entries.isEmpty()) {
            Entry entry = entries.removeFirst();
            String id = entry.message.correlationId();
            if (id == null || ids.add(id)) {
                entry.submission.queued--;
                batch.add(entry);
            } else {
                sameId.add(entry);
            }
        }
        for (int i = sameId.size() - 1; i >= 0; i--) {
            entries.addFirst(sameId.get(i));
        }
        if (entries.isEmpty()) {
            noneExpiresBefore = Long.MAX_VALUE;
        }
        return batch;
    }

    /**
     * Takes the messages whose time is over.
     */
    List<Entry> takeExpired(long now) {
        if (now < noneExpiresBefore) {
            return List.of();
        }
        List<Entry> expired = new ArrayList<>();
        noneExpiresBefore = Long.MAX_VALUE;
        for (int left = entries.size(); left > 0; left--) {
            Entry entry = entries.removeFirst();
            entry.submission.queued--;
            if (entry.deadline <= now) {
                expired.add(entry);
            } else {
                addLast(entry);
            }
        }
        return expired;
    }

    List<Entry> takeAll() {
        List<Entry> all = new ArrayList<>(entries);
        all.forEach(entry -> entry.submission.queued--);
        entries.clear();
        noneExpiresBefore = Long.MAX_VALUE;
        return all;
    }
}
