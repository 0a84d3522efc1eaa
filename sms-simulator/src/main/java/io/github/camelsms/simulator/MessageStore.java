package io.github.camelsms.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;

import org.jspecify.annotations.Nullable;

/** The accepted messages and what clients have been told of them; safe for use by many threads. */
final class MessageStore {

    /** What became of a submission: the message's id, and whether its correlation id had been accepted before. */
    record Receipt(String id, boolean duplicate) {
    }

    /** Some items, and where to go on if there are more. */
    record Page(List<StatusItem> items, @Nullable Integer next) {
    }

    /** Which messages a by-date query is for. */
    record DateQuery(long fromMillis, long toMillis, @Nullable String correlationId, @Nullable Long destination) {

        boolean matches(StoredMessage message) {
            return message.correlationId != null && message.acceptedAtMillis >= fromMillis
                    && message.acceptedAtMillis < toMillis
                    && (correlationId == null || correlationId.equals(message.correlationId))
                    && (destination == null || destination == Long.parseLong(message.destination()));
        }
    }

    private final SimulatorClock clock;
    private final FateTeller fates;
    private final boolean keepTexts;
    private final long idBase;
    private final List<StoredMessage> messages = new ArrayList<>();
    private final Map<String, StoredMessage> byCorrelationId = new HashMap<>();
    /** Messages whose status nobody has consulted. */
    private final Deque<StoredMessage> unconsulted = new ArrayDeque<>();
    /** Messages on their way to a final status, the next one first. */
    private final PriorityQueue<StoredMessage> underWay
            = new PriorityQueue<>(Comparator.comparingLong(message -> message.finalAtMillis));
    private long nextNumber;

    MessageStore(SimulatorClock clock, FateTeller fates, boolean keepTexts) {
        this.clock = clock;
        this.fates = fates;
        this.keepTexts = keepTexts;
        // So that a simulator started anew does not hand out the ids of the one before.
        this.idBase = clock.currentTimeMillis() * 1000;
    }

    /** Forgets all messages; ids go on. */
    synchronized void clear() {
        messages.clear();
        byCorrelationId.clear();
        unconsulted.clear();
        underWay.clear();
    }

    synchronized Receipt accept(Submission submission) {
        long now = clock.currentTimeMillis();
        String correlationId = submission.correlationId();
        long number = nextNumber++;
        StoredMessage first = correlationId == null ? null : byCorrelationId.get(correlationId);
        StoredMessage message
                = new StoredMessage(number, submission, now, fates.tell(submission, number, now), first, keepTexts);
        messages.add(message);
        if (correlationId != null) {
            byCorrelationId.putIfAbsent(correlationId, message);
            toConsult(message);
            underWay.add(message);
        }
        return new Receipt(id(message), first != null);
    }

    /** The statuses not yet consulted, oldest first; they are consulted now. */
    synchronized List<StatusItem> consult(int max) {
        long now = clock.currentTimeMillis();
        for (StoredMessage next = underWay.peek(); next != null && next.finalAtMillis <= now; next = underWay.peek()) {
            toConsult(Objects.requireNonNull(underWay.poll()));
        }
        List<StatusItem> items = new ArrayList<>();
        while (items.size() < max && !unconsulted.isEmpty()) {
            StoredMessage message = unconsulted.remove();
            message.waiting = false;
            StatusItem item = StatusItem.of(message, now);
            if (item.status() != message.consulted) {
                message.consulted = item.status();
                items.add(item);
            }
        }
        return items;
    }

    /** The messages that match, from the given position on; this consults nothing. */
    synchronized Page find(DateQuery query, int from, int max) {
        long now = clock.currentTimeMillis();
        List<StatusItem> items = new ArrayList<>();
        for (int i = Math.max(0, from); i < messages.size(); i++) {
            StoredMessage message = messages.get(i);
            if (query.matches(message)) {
                if (items.size() == max) {
                    return new Page(items, i);
                }
                items.add(StatusItem.of(message, now));
            }
        }
        return new Page(items, null);
    }

    synchronized int size() {
        return messages.size();
    }

    /** The messages from the given position on, in order of acceptance. */
    synchronized List<SimulatedMessage> snapshot(int from, int max) {
        long now = clock.currentTimeMillis();
        int start = Math.min(Math.max(0, from), messages.size());
        int end = (int) Math.min(messages.size(), (long) start + max);
        List<SimulatedMessage> snapshot = new ArrayList<>(end - start);
        for (StoredMessage message : messages.subList(start, end)) {
            snapshot.add(message.snapshot(id(message), now));
        }
        return snapshot;
    }

    /** The first message accepted with that correlation id, or null. */
    synchronized @Nullable SimulatedMessage find(String correlationId) {
        StoredMessage message = byCorrelationId.get(correlationId);
        return message == null ? null : message.snapshot(id(message), clock.currentTimeMillis());
    }

    private void toConsult(StoredMessage message) {
        if (!message.waiting) {
            message.waiting = true;
            unconsulted.add(message);
        }
    }

    private String id(StoredMessage message) {
        return Long.toString(idBase + message.number);
    }
}
