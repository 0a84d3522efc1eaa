package io.github.camelsms.engine.stored;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.camelsms.engine.Backlog;
import io.github.camelsms.engine.QueuedMessage;
import io.github.camelsms.engine.Submission;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageIntake;
import org.jspecify.annotations.Nullable;

/**
 * Messages of this process that are not stored yet, and stored messages whose callers wait for their outcomes. Confined
 * to the account's loop.
 */
final class StoredBacklog implements Backlog {

    private final Deque<QueuedMessage> toStore = new ArrayDeque<>();
    /**
     * By correlation id, because a database that has lost its last commits gives their numbers to other messages. A
     * message that was submitted several times has several entries.
     */
    private final Map<String, List<QueuedMessage>> waiting = new LinkedHashMap<>();
    private final int[] sizes = new int[SmsMessage.HIGHEST_PRIORITY + 1];
    private final Consumer<Submission> onLeft;
    private int size;

    /**
     * @param onLeft called when a message has left the backlog
     */
    StoredBacklog(Consumer<Submission> onLeft) {
        this.onLeft = onLeft;
    }

    @Override
    public void addLast(QueuedMessage entry) {
        toStore.addLast(entry);
        sizes[entry.priority]++;
        size++;
        entry.submission.queued++;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int sizeFrom(int priority) {
        int from = 0;
        for (int p = priority; p < sizes.length; p++) {
            from += sizes[p];
        }
        return from;
    }

    boolean hasToStore() {
        return !toStore.isEmpty();
    }

    /** Removes and returns the next messages to store, up to the maximum of one call. */
    List<QueuedMessage> takeToStore() {
        List<QueuedMessage> taken = new ArrayList<>(Math.min(toStore.size(), MessageIntake.MAX_MESSAGES));
        boolean isAlone = false;
        while (!toStore.isEmpty() && taken.size() < MessageIntake.MAX_MESSAGES && !isAlone) {
            isAlone = toStore.getFirst().isStoredAlone;
            if (!isAlone || taken.isEmpty()) {
                taken.add(toStore.removeFirst());
            }
        }
        return taken;
    }

    /** Returns messages of a failed call, each of which is stored in a call of its own. */
    void storeAlone(List<QueuedMessage> entries) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            entries.get(i).isStoredAlone = true;
            toStore.addFirst(entries.get(i));
        }
    }

    /** Removes and returns the messages to store that match the predicate. */
    List<QueuedMessage> takeToStore(Predicate<QueuedMessage> which) {
        List<QueuedMessage> taken = toStore.stream().filter(which).toList();
        toStore.removeIf(which);
        return taken;
    }

    /** Adds a stored message whose caller waits. */
    void await(long id, QueuedMessage entry) {
        entry.storedId = id;
        waiting.computeIfAbsent(entry.id(), absent -> new ArrayList<>(1)).add(entry);
    }

    boolean isAnyWaiting() {
        return !waiting.isEmpty();
    }

    /** Returns the first entry that waits for a message, or null if no caller does. */
    @Nullable
    QueuedMessage waitingFor(@Nullable String correlationId) {
        List<QueuedMessage> entries = waiting.get(String.valueOf(correlationId));
        return entries == null ? null : entries.get(0);
    }

    /** Removes and returns the entries that wait for this outcome of a message. */
    List<QueuedMessage> takeWaiting(String correlationId, long revision) {
        List<QueuedMessage> entries = waiting.remove(correlationId);
        if (entries == null) {
            return List.of();
        }
        List<QueuedMessage> later = entries.stream().filter(entry -> entry.replacedRevision >= revision).toList();
        if (!later.isEmpty()) {
            waiting.put(correlationId, new ArrayList<>(later));
        }
        return entries.stream().filter(entry -> entry.replacedRevision < revision).toList();
    }

    /** Removes an entry; returns whether it was waiting. */
    boolean stopWaiting(QueuedMessage entry) {
        String correlationId = entry.id();
        List<QueuedMessage> entries = waiting.get(correlationId);
        if (entries == null || !entries.remove(entry)) {
            return false;
        }
        if (entries.isEmpty()) {
            waiting.remove(correlationId);
        }
        return true;
    }

    /** Returns whether a caller waits for a message that ends with its wait. */
    boolean hasCaller(@Nullable String correlationId) {
        return waiting.getOrDefault(String.valueOf(correlationId), List.of()).stream().anyMatch(entry -> !entry.isObserver);
    }

    /** Returns the entries that wait for a message. */
    List<QueuedMessage> allWaitingFor(String correlationId) {
        return List.copyOf(waiting.getOrDefault(correlationId, List.of()));
    }

    /** Returns the entries of all callers that wait. A message can have several. */
    Collection<QueuedMessage> waiting() {
        return waiting.values().stream().flatMap(List::stream).toList();
    }

    /** Returns the time of the message that was stored first, which is the oldest or nearly the oldest. */
    @Override
    public @Nullable Long oldestTakenAt() {
        if (!waiting.isEmpty()) {
            return waiting.values().iterator().next().get(0).takenAt;
        }
        return toStore.isEmpty() ? null : Long.valueOf(toStore.getFirst().takenAt);
    }

    /** Records that a message is stored or has its result, so that its input can be read further. */
    void left(QueuedMessage entry) {
        sizes[entry.priority]--;
        size--;
        entry.submission.queued--;
        onLeft.accept(entry.submission);
    }
}
