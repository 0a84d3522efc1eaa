package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.Entry;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.Requests;
import io.github.camelsms.engine.Requests.InFlight;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.Submission;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.WakeUp;
import io.github.camelsms.model.Nanos;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.ownership.LeaseKeeper;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWhenUnknown;
import org.jspecify.annotations.Nullable;

/**
 * Sender of stored messages: claims requests shortly before their slots, sends them, and records their outcomes.
 * Confined to the loop of its dispatcher, except for {@link #change(StoredSettings)}.
 */
final class Sender {

    private static final long LEASE_CHECK_NANOS = Duration.ofMillis(500).toNanos();
    /** Messages expire during a wait for the slot that is longer than this, and otherwise with the next claim. */
    private static final long LONG_WAIT_NANOS = Duration.ofSeconds(5).toNanos();

    private final LeaseKeeper keeper;
    private final EngineClock clock;
    private final Requests requests;
    private final StoredBacklog backlog;
    private final Intake intake;
    private final Claims claims;
    private final Outcomes outcomes;
    private final BooleanSupplier maySend;
    private final BooleanSupplier isSuspended;
    /** Input of claimed messages without a waiting caller. */
    private final Submission withoutCaller = new Submission(null, new SubmitOptions(Nanos.MAX), new NoSink());
    private volatile StoredSettings storedSettings;

    /** Sink of messages without a caller. */
    private static final class NoSink implements ResultSink {

        @Override
        public void result(long index, SmsSendResult result) {
        }

        @Override
        public void completed(@Nullable ReadFailure unread) {
        }
    }

    /**
     * @param maySend     whether messages may be sent now; otherwise claimed messages are put back
     * @param isSuspended whether they may not be sent although this node keeps the account
     */
    Sender(StoredSettings storedSettings, LeaseKeeper keeper, EngineClock clock,
           Requests requests, StoredBacklog backlog, Intake intake, Claims claims, Outcomes outcomes,
           BooleanSupplier maySend, BooleanSupplier isSuspended) {
        this.storedSettings = storedSettings;
        this.keeper = keeper;
        this.clock = clock;
        this.requests = requests;
        this.backlog = backlog;
        this.intake = intake;
        this.claims = claims;
        this.outcomes = outcomes;
        this.maySend = maySend;
        this.isSuspended = isSuspended;
    }

    void change(StoredSettings newSettings) {
        storedSettings = newSettings;
    }

    /** Returns the lowest number of a request of this epoch that has not ended, or of the next claim. */
    long firstOpenRequest() {
        return claims.firstOpen(Stream.concat(requests.ids(), outcomes.unrecordedRequests()));
    }

    SmsWhenUnknown whenUnknown() {
        return storedSettings.whenUnknown();
    }

    /**
     * Sends the requests whose slots are open, and claims those of the next slots.
     *
     * @return time of the next action
     */
    long send(long begin) {
        long now = begin;
        while (true) {
            if (!maySend.getAsBoolean()) {
                claims.putBackReady();
                return isSuspended.getAsBoolean() ? expire(now) : WakeUp.NEVER;
            }
            Claims.Ready ready = claims.peek();
            if (requests.circuitBreaker().refusal(now) != null) {
                claims.putBackReady();
                return Math.min(requests.circuitBreaker().notBefore(), expire(now));
            }
            if (ready != null && ready.messages().size() > requests.batchSize()) {
                claims.putBackReady();
                ready = null;
            }
            long slot = requests.nextDeparture();
            if (slot == WakeUp.NEVER) {
                return WakeUp.NEVER;
            }
            SmsLease lease = claims.lease();
            if (lease == null || !keeper.coversRequest(storedSettings.requestTimeout())) {
                claims.putBackReady();
                return lease == null ? WakeUp.NEVER : now + LEASE_CHECK_NANOS;
            }
            if (ready == null || slot > now) {
                long claimAt = Math.min(claim(lease, slot, now), slot - now > LONG_WAIT_NANOS ? expire(now) : WakeUp.NEVER);
                return ready == null ? claimAt : Math.min(claimAt, slot);
            }
            send(claims.take(), now);
            now = clock.nanos();
        }
    }

    private void send(Claims.Ready ready, long now) {
        List<Entry> entries = new ArrayList<>(ready.messages().size());
        for (SmsStoredMessage message : ready.messages()) {
            Entry caller = backlog.waitingFor(message.correlationId());
            // The caller's input, so that tracing links its exchange with the request.
            Entry entry = new Entry(message.message(), caller == null ? withoutCaller : caller.submission, 0, now);
            entry.storedId = message.id();
            entries.add(entry);
        }
        requests.send(entries, ready.id(), now);
    }

    /**
     * Claims requests shortly before their slot.
     *
     * @return time of the next claim, or {@link WakeUp#NEVER}
     */
    private long claim(SmsLease lease, long slot, long now) {
        int ahead = claims.ahead(requests.settings().intervalNanos());
        int wanted = Math.min(ahead, requests.free()) - claims.readyCount();
        if (wanted < 1 || outcomes.unrecorded() >= Outcomes.MAX_UNRECORDED) {
            return WakeUp.NEVER;
        }
        boolean hasFresh = backlog.hasToStore() && claims.mayStoreFresh(now);
        long at = Math.max(claims.notBefore(now, hasFresh), slot - claims.lead());
        if (at > now) {
            return at;
        }
        claims.claim(
                lease, requests.circuitBreaker().risksOneMessage() ? 1 : wanted, requests.batchSize(),
                storedSettings.requestTimeout(), hasFresh ? intake.take() : Intake.Fresh.NONE, now);
        return WakeUp.NEVER;
    }

    /**
     * Expires messages while none can be sent.
     *
     * @return time of the next call, or {@link WakeUp#NEVER}
     */
    private long expire(long now) {
        SmsLease lease = claims.lease();
        long at = claims.nextPoll();
        if (lease == null) {
            return WakeUp.NEVER;
        } else if (at > now) {
            return at;
        }
        claims.claim(lease, 0, requests.batchSize(), storedSettings.requestTimeout(), Intake.Fresh.NONE, now);
        return WakeUp.NEVER;
    }

    /** Records the results of a request. */
    void finish(InFlight request, List<@Nullable SmsSendResult> results, long now) {
        SmsRequestId id = Objects.requireNonNull(request.id);
        List<SmsMessageOutcome> recorded = new ArrayList<>(results.size());
        for (int i = 0; i < request.entries.size(); i++) {
            Entry entry = request.entries.get(i);
            SmsSendResult result = results.get(i);
            if (result == null) {
                String trouble = entry.lastTrouble == null ? "its request was not sent" : entry.lastTrouble;
                recorded.add(new SmsMessageOutcome(entry.storedId, entry.notSent(null, trouble), true));
            } else {
                recorded.add(new SmsMessageOutcome(entry.storedId, result, waitsAgain(entry, result)));
            }
        }
        if (request.entries.get(0).sentAt == null) {
            claims.backOff(now);
        }
        outcomes.record(id, recorded, storedSettings.whenUnknown());
    }

    /**
     * Returns whether a message without a waiting caller returns to the queue although its request failed, because the
     * credentials were rejected or the request could not be made.
     */
    private boolean waitsAgain(Entry entry, SmsSendResult result) {
        boolean hasNoCaller = !backlog.hasCaller(entry.message.correlationId());
        boolean isTransient = entry.sentAt == null || requests.circuitBreaker().isHalted();
        return hasNoCaller && isTransient && result.outcome() == SmsOutcome.NOT_SENT;
    }
}
