package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Data of the in-memory store, guarded by the lock of {@link #run(Supplier)}.
 */
final class MemoryTables {

    private static final Comparator<MemoryMessage> SENDING_ORDER
            = Comparator.comparing((MemoryMessage message) -> -message.priority).thenComparing(message -> message.id);

    final Duration leaseDuration;
    final Duration retention;
    final MessageChanges changes;
    final SortedMap<Long, MemoryMessage> messages = new TreeMap<>();
    final Map<SmsRequestId, Request> requests = new HashMap<>();
    final SortedMap<Long, Offered> results = new TreeMap<>();
    final SortedMap<Long, MemoryBlock> blocks = new TreeMap<>();
    final SortedMap<String, Instant> nodes = new TreeMap<>();
    final SortedMap<String, Account> accounts = new TreeMap<>();
    final NavigableMap<String, SmsOptOut> optOuts = new TreeMap<>();
    private final InstantSource clock;
    private long lastId;

    /** A request whose outcome is not recorded yet. */
    record Request(List<Long> messages, Instant sentAt, Instant deadline) {

        /** Returns the request without some messages, or null if it has no others. */
        @Nullable
        Request without(Set<Long> others) {
            List<Long> left = messages.stream().filter(id -> !others.contains(id)).toList();
            return left.isEmpty() ? null : new Request(left, sentAt, deadline);
        }

        /** Returns whether its outcome may still arrive. One from the future was sent before the clock went back. */
        boolean isAwaited(Instant now) {
            return deadline.isAfter(now) && !sentAt.isAfter(now);
        }
    }

    /** An outcome that is not acknowledged yet. */
    record Offered(MemoryMessage message, long revision, Instant visibleAt, int deliveries) {

        Offered at(Instant time) {
            return new Offered(message, revision, time, deliveries);
        }

        Offered delivered(Instant nextTime) {
            return new Offered(message, revision, nextTime, deliveries + 1);
        }

        SmsMessageRevision key() {
            return new SmsMessageRevision(message.id, revision);
        }
    }

    /** Data of one account. */
    static final class Account {
        final Map<String, MemoryMessage> byCorrelationId = new HashMap<>();
        final NavigableSet<MemoryMessage> waiting = new TreeSet<>(SENDING_ORDER);
        final NavigableSet<MemoryMessage> scheduled = new TreeSet<>(SENDING_ORDER);
        @Nullable
        String owner;
        long epoch;
        Instant since = Instant.EPOCH;
        Instant leaseUntil = Instant.EPOCH;
        @Nullable
        String wantedBy;
        Instant wantedUntil = Instant.EPOCH;
        SmsAccountState state = SmsAccountState.NEW;
        Instant holdUntil = Instant.EPOCH;
    }

    MemoryTables(InstantSource clock, Duration leaseDuration, Duration retention, boolean retainText) {
        this.clock = clock;
        this.leaseDuration = leaseDuration;
        this.retention = retention.compareTo(MessageOperations.MIN_RETENTION) < 0 ? MessageOperations.MIN_RETENTION : retention;
        // Without a hash: nothing of the destination is kept.
        this.changes = new MessageChanges(retainText, destination -> MessageRecord.HASH_MARK);
    }

    synchronized <T> CompletionStage<T> run(Supplier<T> call) {
        try {
            return CompletableFuture.completedFuture(call.get());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(SmsStoreException.of(e));
        }
    }

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    long nextId() {
        return ++lastId;
    }

    Account account(String name) {
        return accounts.computeIfAbsent(name, key -> new Account());
    }

    boolean holds(SmsLease lease) {
        Account account = account(lease.account());
        return account.epoch == lease.epoch() && lease.node().equals(account.owner);
    }

    void add(MemoryMessage message) {
        messages.put(message.id, message);
        account(message.account).byCorrelationId.put(message.correlationId, message);
        index(message);
    }

    void remove(MemoryMessage message) {
        messages.remove(message.id);
        account(message.account).byCorrelationId.remove(message.correlationId);
    }

    /** Stores the changes of a message. */
    void store(MemoryMessage message) {
        Account account = account(message.account);
        account.waiting.remove(message);
        account.scheduled.remove(message);
        index(message);
        if (message.isOffered) {
            Instant visibleAt = now().plus(message.offer.delay());
            results.put(message.id, new Offered(message, message.revision, visibleAt, 0));
            message.isOffered = false;
        } else if (message.state.isWaiting()) {
            results.remove(message.id);
        }
    }

    List<MemoryMessage> all(List<Long> ids) {
        List<MemoryMessage> found = new ArrayList<>(ids.size());
        for (Long id : ids) {
            MemoryMessage message = messages.get(id);
            if (message != null) {
                found.add(message);
            }
        }
        return found;
    }

    private void index(MemoryMessage message) {
        if (message.state == SmsMessageState.WAITING) {
            account(message.account).waiting.add(message);
        } else if (message.state == SmsMessageState.SCHEDULED) {
            account(message.account).scheduled.add(message);
        }
    }

    /** Returns whether a row that is hidden until a time is visible. */
    static boolean isVisible(Instant until, Instant now) {
        return !until.isAfter(now) || until.isAfter(now.plus(Visibility.MAX_HIDDEN_TIME));
    }
}
