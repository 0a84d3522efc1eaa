package io.github.camelsms.simulator.message;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;

import io.github.camelsms.simulator.ScheduledDates;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SimulatorClock;
import io.github.camelsms.simulator.settings.SimulatorSettings;
import org.jspecify.annotations.Nullable;

/** The accepted messages and the statuses that clients have consulted. Thread-safe. */
public final class MessageStore {

    /** The id of an accepted message, and whether its correlation id had been accepted before. */
    public record Receipt(String id, boolean isDuplicate) {
    }

    /** A page of items, and the position of the next page or null. */
    public record Page(List<StatusItem> items, @Nullable Integer next) {
    }

    /** The criteria of a by-date query; null matches any value. */
    public record DateQuery(long fromMillis, long toMillis, @Nullable String correlationId, @Nullable Long destination) {
    }

    private final SimulatorClock clock;
    private final DeliverySimulator delivery;
    private final boolean keepTexts;
    private final long byDateLagMillis;
    private final ScheduledDates scheduledDates;
    private final long idBase;
    private final List<StoredMessage> messages = new ArrayList<>();
    private final Map<String, StoredMessage> byCorrelationId = new HashMap<>();
    /** Messages with a status that no client has consulted. */
    private final Deque<StoredMessage> notConsulted = new ArrayDeque<>();
    /** Messages without a final status, the earliest first. */
    private final PriorityQueue<StoredMessage> notFinal
            = new PriorityQueue<>(Comparator.comparingLong(message -> message.finalAtMillis));
    /** Messages that no list shows yet, the earliest first. */
    private final PriorityQueue<StoredMessage> notListed
            = new PriorityQueue<>(Comparator.comparingLong(message -> message.listedAtMillis));
    private long nextNumber;

    public MessageStore(SimulatorClock clock, long seed, SimulatorSettings.Delivery settings) {
        this.clock = clock;
        this.delivery = new DeliverySimulator(seed, settings);
        this.keepTexts = settings.keepTexts();
        this.byDateLagMillis = settings.statusByDateLag().toMillis();
        this.scheduledDates = settings.scheduledDates();
        // A new simulator must not reuse the ids of the previous one.
        this.idBase = clock.currentTimeMillis() * 1000;
    }

    /** Removes all messages; their ids are not reused. */
    public synchronized void clear() {
        messages.clear();
        byCorrelationId.clear();
        notConsulted.clear();
        notFinal.clear();
        notListed.clear();
    }

    /** Stores a message and starts its delivery. */
    public synchronized Receipt accept(Submission submission) {
        long now = clock.currentTimeMillis();
        String correlationId = submission.correlationId();
        long number = nextNumber++;
        StoredMessage first = correlationId == null ? null : byCorrelationId.get(correlationId);
        long due = dueMillis(submission, now);
        StoredMessage message
                = new StoredMessage(
                        number, submission, now, scheduledDates == ScheduledDates.LISTED_WHEN_DUE ? due : now,
                        delivery.deliver(submission, messages.size(), due), first, keepTexts);
        messages.add(message);
        if (correlationId != null) {
            byCorrelationId.putIfAbsent(correlationId, message);
            if (message.listedAtMillis > now) {
                notListed.add(message);
            } else {
                enqueue(message);
            }
            notFinal.add(message);
        }
        return new Receipt(id(message), first != null);
    }

    /** Returns the oldest statuses not yet consulted, at most {@code max}, and marks them as consulted. */
    public synchronized List<StatusItem> consult(int max) {
        long now = clock.currentTimeMillis();
        while (!notListed.isEmpty() && notListed.element().listedAtMillis <= now) {
            enqueue(notListed.remove());
        }
        for (StoredMessage next = notFinal.peek(); next != null && next.finalAtMillis <= now; next = notFinal.peek()) {
            enqueue(Objects.requireNonNull(notFinal.poll()));
        }
        List<StatusItem> items = new ArrayList<>();
        while (items.size() < max && !notConsulted.isEmpty()) {
            StoredMessage message = notConsulted.remove();
            message.isQueued = false;
            StatusItem item = StatusItem.of(message, now);
            if (item.status() != message.consultedStatus) {
                message.consultedStatus = item.status();
                items.add(item);
            }
        }
        return items;
    }

    /**
     * Returns the matching messages that the by-date view shows, from position {@code from}, at most {@code max}; marks
     * none as consulted.
     */
    public synchronized Page find(DateQuery query, int from, int max) {
        long now = clock.currentTimeMillis();
        List<StatusItem> items = new ArrayList<>();
        for (int i = Math.max(0, from); i < messages.size(); i++) {
            StoredMessage message = messages.get(i);
            if (message.listedAtMillis + byDateLagMillis <= now && matches(query, message)) {
                if (items.size() == max) {
                    return new Page(items, i);
                }
                items.add(StatusItem.of(message, now));
            }
        }
        return new Page(items, null);
    }

    /** Returns the number of messages. */
    public synchronized int size() {
        return messages.size();
    }

    /** Returns the messages from position {@code from}, at most {@code max}, in order of acceptance. */
    public synchronized List<SimulatedMessage> snapshot(int from, int max) {
        long now = clock.currentTimeMillis();
        int start = Math.min(Math.max(0, from), messages.size());
        int end = (int) Math.min(messages.size(), (long) start + max);
        List<SimulatedMessage> snapshot = new ArrayList<>(end - start);
        for (StoredMessage message : messages.subList(start, end)) {
            snapshot.add(message.snapshot(id(message), now));
        }
        return snapshot;
    }

    /** Returns the first message accepted with {@code correlationId}, or null. */
    public synchronized @Nullable SimulatedMessage find(String correlationId) {
        StoredMessage message = byCorrelationId.get(correlationId);
        return message == null ? null : message.snapshot(id(message), clock.currentTimeMillis());
    }

    /** Returns when the message is given to the carrier. */
    private long dueMillis(Submission submission, long nowMillis) {
        return submission.scheduledSeconds() == Submission.NOT_SCHEDULED || scheduledDates == ScheduledDates.IGNORED
                ? nowMillis
                : Math.max(nowMillis, Math.multiplyExact(submission.scheduledSeconds(), 1000L));
    }

    private void enqueue(StoredMessage message) {
        if (!message.isQueued) {
            message.isQueued = true;
            notConsulted.add(message);
        }
    }

    private static boolean matches(DateQuery query, StoredMessage message) {
        return message.correlationId != null && message.listedAtMillis >= query.fromMillis()
                && message.listedAtMillis < query.toMillis()
                && (query.correlationId() == null || query.correlationId().equals(message.correlationId))
                && (query.destination() == null || query.destination() == Long.parseLong(message.destination()));
    }

    private String id(StoredMessage message) {
        return Long.toString(idBase + message.number);
    }
}
