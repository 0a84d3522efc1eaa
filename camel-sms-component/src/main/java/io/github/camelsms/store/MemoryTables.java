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
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * What the store in memory holds, and the changes of a message that all of its parts share. Everything happens under
 * the lock that {@link #run(Supplier)} takes.
 */
final class MemoryTables {

    private static final Comparator<MemoryMessage> TURN
            = Comparator.comparing((MemoryMessage message) -> -message.priority).thenComparing(message -> message.id);

    final Duration leaseDuration;
    final Duration retention;
    final SortedMap<Long, MemoryMessage> messages = new TreeMap<>();
    final Map<SmsRequestId, Request> requests = new HashMap<>();
    final SortedMap<Long, Offered> results = new TreeMap<>();
    final SortedMap<Long, MemoryBlock> blocks = new TreeMap<>();
    final SortedMap<String, Instant> nodes = new TreeMap<>();
    final SortedMap<String, Account> accounts = new TreeMap<>();
    private final InstantSource clock;
    private final boolean retainText;
    private long lastId;

    /** A request whose outcome is not recorded yet. */
    record Request(List<Long> messages, Instant deadline) {
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

    /** What belongs to one account. */
    static final class Account {
        final Map<String, MemoryMessage> byCorrelationId = new HashMap<>();
        final NavigableSet<MemoryMessage> waiting = new TreeSet<>(TURN);
        final NavigableSet<MemoryMessage> scheduled = new TreeSet<>(TURN);
        @Nullable
        String owner;
        long epoch;
        Instant since = Instant.EPOCH;
        Instant leaseUntil = Instant.EPOCH;
        SmsAccountState state = SmsAccountState.NEW;
        Instant holdUntil = Instant.EPOCH;
    }

    MemoryTables(InstantSource clock, Duration leaseDuration, Duration retention, boolean retainText) {
        this.clock = clock;
        this.leaseDuration = leaseDuration;
        this.retention = retention;
        this.retainText = retainText;
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

    /** Moves a message to a state without an outcome. */
    void move(MemoryMessage message, SmsMessageState state) {
        set(message, state);
        message.finishedAt = null;
        results.remove(message.id);
    }

    /** Brings a message to an outcome. */
    void conclude(
            MemoryMessage message, SmsMessageState state, @Nullable Integer code, @Nullable String smsId,
            @Nullable String reason, @Nullable SmsWhenUnknown whenUnknown) {
        Instant now = now();
        set(message, state);
        message.revision++;
        message.code = code;
        message.smsId = smsId;
        message.reason = reason;
        message.finishedAt = state.isFinal() ? now : null;
        if (state == SmsMessageState.UNKNOWN && whenUnknown != null) {
            message.unknownSince = now;
            message.lookAt = now.plus(whenUnknown.lookAfter());
            message.looks = 0;
        }
        if (!retainText && (state == SmsMessageState.ACCEPTED || state == SmsMessageState.REJECTED)) {
            message.text = null;
            message.destination = null;
        }
        if (message.offer != SmsOffer.NEVER && (whenUnknown == null || whenUnknown.isOffered())) {
            results.put(message.id, new Offered(message, message.revision, now.plus(message.offer.delay()), 0));
        }
    }

    /** Applies what a request has brought for a message. */
    void respond(
            MemoryMessage message, SmsRequestId request, SmsSendResult result, boolean waitsAgain,
            SmsWhenUnknown whenUnknown) {
        boolean isLast = message.isOf(request);
        SmsMessageState next = OutcomeRules.afterResponse(
                message.state, isLast, message.deliveryStatus != null, result.outcome(), waitsAgain);
        if (next == null) {
            if (message.state == SmsMessageState.ACCEPTED && message.smsId == null && result.smsId() != null) {
                message.code = result.code();
                message.smsId = result.smsId();
            }
            return;
        }
        boolean hasLeft = result.sentAt() != null;
        if (isLast && !hasLeft && waitsAgain) {
            message.attempts--;
        }
        message.sentAt = hasLeft ? result.sentAt() : message.attempts == 0 ? null : message.sentAt;
        if (next == SmsMessageState.WAITING && message.text == null) {
            conclude(message, SmsMessageState.CANCELLED, null, null, MessageTexts.ERASED, null);
        } else if (next == SmsMessageState.WAITING) {
            move(message, next);
            message.reason = result.reason();
        } else if (next == SmsMessageState.ACCEPTED && result.smsId() == null) {
            accept(message);
        } else {
            conclude(
                    message, next, result.code(), result.smsId(), result.reason(),
                    next == SmsMessageState.UNKNOWN ? whenUnknown : null);
        }
    }

    /** Gives up on a message in flight. */
    void lose(MemoryMessage message, String reason, SmsWhenUnknown whenUnknown) {
        if (message.deliveryStatus != null) {
            accept(message);
        } else {
            conclude(message, SmsMessageState.UNKNOWN, null, null, reason, whenUnknown);
        }
    }

    /** Settles a message because the service has a status for it. */
    void accept(MemoryMessage message) {
        conclude(message, SmsMessageState.ACCEPTED, null, null, null, null);
    }

    /** Applies a delivery status; returns whether it has settled the message. */
    boolean apply(MemoryMessage message, SmsStatus status) {
        if (message.attempts > 0) {
            message.deliveryStatus = status.status();
            message.rawStatus = status.rawStatus();
            message.statusDate = status.sentDate();
        }
        SmsMessageState next = OutcomeRules.afterStatus(message.state, message.attempts);
        if (next != null) {
            accept(message);
        }
        return next != null;
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

    private void set(MemoryMessage message, SmsMessageState state) {
        Account account = account(message.account);
        account.waiting.remove(message);
        account.scheduled.remove(message);
        message.state = state;
        index(message);
    }

    private void index(MemoryMessage message) {
        if (message.state == SmsMessageState.WAITING) {
            account(message.account).waiting.add(message);
        } else if (message.state == SmsMessageState.SCHEDULED) {
            account(message.account).scheduled.add(message);
        }
    }
}
